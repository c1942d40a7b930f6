package org.g2cl.loadtest.command;

import java.util.Locale;

/**
 * Speed without replication, of which there are two runs: one before that with replication and one
 * after it, since a machine may change its own meanwhile.
 */
record Comparison(Speed before, Speed after) {
  /**
   * What clients see of a run.
   *
   * @param millis median response time
   * @param perSecond requests answered
   */
  record Speed(double millis, double perSecond) {}

  /**
   * The ratio of the medians, in a line.
   *
   * @param when which part of the run with replication it is, as ", until the kill"; empty for all
   */
  String line(String when, Speed with) {
    double without = mean(before.millis(), after.millis());
    return String.format(
        Locale.ROOT,
        "Median response time: %.1f ms without (%.1f before, %.1f after), %.1f ms with replication%s: ratio %.2f; %,.0f and %,.0f requests/s",
        without,
        before.millis(),
        after.millis(),
        with.millis(),
        when,
        with.millis() / without,
        mean(before.perSecond(), after.perSecond()),
        with.perSecond());
  }

  private static double mean(double one, double other) {
    return (one + other) / 2;
  }
}
