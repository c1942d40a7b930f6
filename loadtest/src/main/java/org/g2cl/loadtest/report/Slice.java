package org.g2cl.loadtest.report;

/**
 * Figures of a part of a run.
 *
 * @param fromSeconds start, seconds since the run's start
 * @param toSeconds end
 * @param requests requests answered in it
 * @param failed answers that were no 2xx
 * @param throughputPerSecond requests answered per second
 * @param p50Millis median response time; 0 without requests, as the following
 * @param p95Millis 95th percentile
 * @param p99Millis 99th percentile
 * @param maxMillis longest
 */
public record Slice(
    double fromSeconds,
    double toSeconds,
    long requests,
    long failed,
    double throughputPerSecond,
    double p50Millis,
    double p95Millis,
    double p99Millis,
    double maxMillis) {}
