package org.g2cl.loadtest.soak;

import java.util.List;
import java.util.Locale;

/**
 * Part of a soak.
 *
 * @param number from 1
 * @param endSeconds its end, from the soak's beginning
 * @param requests answers in it
 * @param failed those that were no good ones
 * @param perSecond answers a second
 * @param median of the response times from when requests were due, milliseconds
 * @param p95 percentile
 * @param p99 percentile
 * @param longest of them
 */
record SoakWindow(
    int number,
    double endSeconds,
    long requests,
    long failed,
    double perSecond,
    double median,
    double p95,
    double p99,
    double longest) {
  static final List<String> COLUMNS =
      List.of(
          "number",
          "endSeconds",
          "requests",
          "failed",
          "perSecond",
          "medianMillis",
          "p95Millis",
          "p99Millis",
          "longestMillis");

  static SoakWindow of(int number, double lengthSeconds, Tally tally) {
    return new SoakWindow(
        number,
        number * lengthSeconds,
        tally.requests(),
        tally.failed(),
        tally.requests() / lengthSeconds,
        tally.percentile(50),
        tally.percentile(95),
        tally.percentile(99),
        tally.percentile(100));
  }

  static SoakWindow of(List<String> row) {
    return new SoakWindow(
        Integer.parseInt(row.get(0)),
        Double.parseDouble(row.get(1)),
        Long.parseLong(row.get(2)),
        Long.parseLong(row.get(3)),
        Double.parseDouble(row.get(4)),
        Double.parseDouble(row.get(5)),
        Double.parseDouble(row.get(6)),
        Double.parseDouble(row.get(7)),
        Double.parseDouble(row.get(8)));
  }

  List<String> row() {
    return List.of(
        "" + number,
        decimal(endSeconds),
        "" + requests,
        "" + failed,
        decimal(perSecond),
        decimal(median),
        decimal(p95),
        decimal(p99),
        decimal(longest));
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
