package org.g2cl.loadtest.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Map;

/**
 * Figures of a run, as they stand in {@code report.json}. Times of day are ISO-8601, response times
 * milliseconds at httpd.
 *
 * @param nodes nodes at the start: business, web and the balancer
 * @param clients clients, each with a cart of its own
 * @param requests requests of the measured run
 * @param failed requests without an answer or with one that was no 2xx
 * @param lostUpdates acknowledged writes that their cart does not hold
 * @param duplicateUpdates writes that a cart saw more than once
 * @param ordersMissing acknowledged checkouts without a row
 * @param ordersDuplicated rows too many
 * @param kills nodes killed
 * @param p50Millis median response time
 * @param p95Millis 95th percentile
 * @param p99Millis 99th percentile
 * @param throughputPerSecond requests answered per second
 * @param longestStallMillis longest wait of a client from one answer to the next
 * @param recoveryMillis from the kill until a second holds 90 % of the throughput before; null
 *     without a kill, or when that was not seen before the run's end
 * @param verdict the outcome in one sentence
 * @param harmless whether no cart was harmed, no request failed and all counts agree
 * @param doubts what makes the figures doubtful; empty as a rule
 * @param replication whether sessions were replicated
 * @param backups copies besides the owner's
 * @param businessNodes business nodes at the start
 * @param webNodes web nodes
 * @param ordersUnexpected rows that no checkout explains
 * @param cartsLost carts that could not be read at the end
 * @param acknowledgedWrites writes acknowledged, warm-up included
 * @param acknowledgedCheckouts checkouts acknowledged, warm-up included
 * @param takeOvers sessions that a node took over from another
 * @param replays requests answered from a stored reply
 * @param when start of the run
 * @param durations seconds of each part of the demo
 * @param phases figures before the kill, until the join, and after it
 * @param events what was done to the bed, in seconds since the run's start
 * @param machine where it ran
 * @param versions what ran
 */
@JsonPropertyOrder({
  "nodes",
  "clients",
  "requests",
  "failed",
  "lostUpdates",
  "duplicateUpdates",
  "ordersMissing",
  "ordersDuplicated",
  "kills",
  "p50Millis",
  "p95Millis",
  "p99Millis",
  "throughputPerSecond",
  "longestStallMillis",
  "recoveryMillis"
})
public record Report(
    int nodes,
    int clients,
    long requests,
    long failed,
    long lostUpdates,
    long duplicateUpdates,
    long ordersMissing,
    long ordersDuplicated,
    int kills,
    double p50Millis,
    double p95Millis,
    double p99Millis,
    double throughputPerSecond,
    double longestStallMillis,
    @JsonProperty("recoveryMillis") Long recoveryMillis,
    String verdict,
    boolean harmless,
    List<String> doubts,
    boolean replication,
    int backups,
    int businessNodes,
    int webNodes,
    long ordersUnexpected,
    long cartsLost,
    long acknowledgedWrites,
    long acknowledgedCheckouts,
    long takeOvers,
    long replays,
    String when,
    Map<String, Double> durations,
    Map<String, Slice> phases,
    List<Mark> events,
    Map<String, String> machine,
    Map<String, String> versions) {

  /**
   * Event on the time axis.
   *
   * @param seconds seconds since the run's start
   * @param label what happened
   */
  public record Mark(double seconds, String label) {}
}
