package org.g2cl.bench.layers;

import org.g2cl.loadtest.statistics.Summary;

/**
 * Figures of one layer with one size.
 *
 * @param layer a constant of {@link Kinds}
 * @param bytes size of a message
 * @param micros median of a measurement's pairs, one value a measurement, in microseconds
 * @param p99 99th percentile of a measurement's pairs, likewise
 * @param megabytesPerSecond size over the mean of the medians, in millions of bytes
 */
public record LayerCell(
    String layer, int bytes, Summary micros, Summary p99, double megabytesPerSecond) {}
