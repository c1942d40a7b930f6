package org.g2cl.bench.node;

/**
 * One round of one system.
 *
 * @param micros median of the lone caller's calls, in microseconds
 * @param callsPerSecond calls answered per second under load
 * @param loadMedian median of a call under load, in microseconds
 * @param loadP99 99th percentile under load, in microseconds
 * @param cpuMicros processor time of all nodes together for a call under load, in microseconds
 */
record CallRound(
    double micros, double callsPerSecond, double loadMedian, double loadP99, double cpuMicros) {}
