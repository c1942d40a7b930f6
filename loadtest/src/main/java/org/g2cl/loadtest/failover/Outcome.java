package org.g2cl.loadtest.failover;

import java.util.List;
import java.util.Locale;

/**
 * What one disturbance did: a line of {@code results.csv}. Times are milliseconds; -1 for what was
 * not seen or does not apply. Of a rolling restart redundancy and whole are those of the node that
 * took longest, see {@link Roll}.
 *
 * @param when its end, ISO-8601
 * @param step which it was
 * @param sessions sessions that the node owned
 * @param detection from the disturbance until all other nodes have a view without the node
 * @param redundancy from the disturbance until those nodes miss no copy
 * @param whole from the end of the disturbance (the node is started, goes on, is connected) until
 *     all nodes are in one view and miss no copy
 * @param requests requests of the whole run
 * @param failed of these, answered by no 2xx, and clients that were not answered any more
 * @param lost acknowledged writes and orders that are not there afterwards, and were before;
 *     negative for those that an earlier one counts and that are found again
 * @param doubled writes and orders that are there more than once
 * @param throughputBefore requests per second before it
 * @param recovery until a second holds good answers for 90 % of that
 * @param roll length of a rolling restart; empty in the file for all other kinds
 * @param stalls longest wait of each client from one answer to the next, from the disturbance on;
 *     to the end of the load, where no answer came
 */
record Outcome(
    String when,
    FailoverSettings.Step step,
    long sessions,
    double detection,
    double redundancy,
    double whole,
    long requests,
    long failed,
    long lost,
    long doubled,
    double throughputBefore,
    double recovery,
    double roll,
    List<Double> stalls) {
  static final double NONE = -1;

  private static final String BETWEEN = ";";

  static final List<String> COLUMNS =
      List.of(
          "when",
          "round",
          "kind",
          "sessions",
          "detectionMillis",
          "redundancyMillis",
          "wholeMillis",
          "requests",
          "failed",
          "lost",
          "doubled",
          "throughputBefore",
          "recoveryMillis",
          "rollMillis",
          "stallsMillis");

  /** Copies the list. */
  Outcome {
    stalls = List.copyOf(stalls);
  }

  /** Whether a request failed, or carts and orders are not as they were before. */
  boolean isHarmful() {
    return failed != 0 || lost != 0 || doubled != 0;
  }

  List<String> line() {
    return List.of(
        when,
        "" + step.round(),
        step.kind().word(),
        "" + sessions,
        decimal(detection),
        decimal(redundancy),
        decimal(whole),
        "" + requests,
        "" + failed,
        "" + lost,
        "" + doubled,
        decimal(throughputBefore),
        decimal(recovery),
        roll < 0 ? "" : decimal(roll),
        String.join(BETWEEN, stalls.stream().map(Outcome::decimal).toList()));
  }

  static Outcome of(List<String> line) {
    return new Outcome(
        line.get(0),
        new FailoverSettings.Step(Integer.parseInt(line.get(1)), kind(line.get(2))),
        Long.parseLong(line.get(3)),
        Double.parseDouble(line.get(4)),
        Double.parseDouble(line.get(5)),
        Double.parseDouble(line.get(6)),
        Long.parseLong(line.get(7)),
        Long.parseLong(line.get(8)),
        Long.parseLong(line.get(9)),
        Long.parseLong(line.get(10)),
        Double.parseDouble(line.get(11)),
        Double.parseDouble(line.get(12)),
        line.get(13).isEmpty() ? NONE : Double.parseDouble(line.get(13)),
        line.get(14).isEmpty() ? List.of() : numbers(line.get(14)));
  }

  /**
   * The kind of this name.
   *
   * @throws IllegalArgumentException when there is none
   */
  static Disturbance kind(String word) {
    return Disturbance.of(word)
        .orElseThrow(() -> new IllegalArgumentException("unknown kind " + word));
  }

  private static List<Double> numbers(String text) {
    return List.of(text.split(BETWEEN, -1)).stream().map(Double::valueOf).toList();
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
