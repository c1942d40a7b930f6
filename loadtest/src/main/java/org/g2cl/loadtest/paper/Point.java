package org.g2cl.loadtest.paper;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;

/**
 * Figures of one system at one number of clients, as they stand in {@code summary.json}. Times are
 * milliseconds at httpd; each is the mean over the runs of that run's figure, extreme outliers
 * among the runs of one start removed. With three starts or more, mean and throughput, and their
 * intervals, are of one such mean for each start, of which none is removed.
 *
 * @param system name of the system
 * @param clients clients at work
 * @param runs runs made
 * @param starts times that the system was started anew for them
 * @param outliers of these runs, removed from the mean by boxplot over those of their start
 * @param mean mean response time
 * @param ciLow lower end of its 95 % confidence interval
 * @param ciHigh upper end
 * @param median median response time
 * @param p95 95th percentile
 * @param p99 99th percentile
 * @param throughput requests per second
 * @param throughputLow lower end of its 95 % confidence interval
 * @param throughputHigh upper end
 * @param failed requests that failed, in all runs
 * @param memory resident memory of all business nodes, megabytes
 * @param cpuMillis processor time for each request by tier, milliseconds; {@code others} and {@code
 *     idle} are this machine's, for no tier
 * @param ratioToDirect mean response time over that of JGroups directly, paired by round; null when
 *     that was not measured
 * @param ratioLow lower end of its 95 % confidence interval
 * @param ratioHigh upper end
 * @param ratioValues values that the interval is made of: starts, or rounds when there are fewer
 *     than three starts
 * @param ratioOutliers rounds removed from it, as from the mean; of starts none is
 * @param ratioStarts starts that it is of
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Point(
    String system,
    int clients,
    int runs,
    int starts,
    int outliers,
    double mean,
    double ciLow,
    double ciHigh,
    double median,
    double p95,
    double p99,
    double throughput,
    double throughputLow,
    double throughputHigh,
    long failed,
    double memory,
    Map<String, Double> cpuMillis,
    Double ratioToDirect,
    Double ratioLow,
    Double ratioHigh,
    Integer ratioValues,
    Integer ratioOutliers,
    Integer ratioStarts) {}
