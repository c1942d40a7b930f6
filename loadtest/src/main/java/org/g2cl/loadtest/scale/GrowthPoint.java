package org.g2cl.loadtest.scale;

import org.g2cl.loadtest.statistics.Summary;

/**
 * A point with what all its rounds found, as it stands in {@code summary.json}; microseconds.
 *
 * @param point what was measured
 * @param farthest whether it is the far end of its axis, which the formula does not know
 * @param notSteady rounds in which its bed was not known to be warm
 * @param mean mean response time
 * @param p99 99th percentile
 * @param throughput calls per second
 * @param cpu processor time of all nodes for each call
 * @param memory resident memory of a node, megabytes
 */
record GrowthPoint(
    ScalePoint point,
    boolean farthest,
    long notSteady,
    Summary mean,
    Summary p99,
    Summary throughput,
    Summary cpu,
    Summary memory) {}
