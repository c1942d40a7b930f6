package org.g2cl.loadtest.failover;

import java.util.List;
import java.util.Locale;

/**
 * A quarter of a second of the course of a disturbance: a line of {@code timeline.csv}.
 *
 * @param step which disturbance it was
 * @param slice what was answered
 */
record Course(FailoverSettings.Step step, Slices.Slice slice) {
  static final List<String> COLUMNS =
      List.of("round", "kind", "seconds", "requestsPerSecond", "longestMillis");

  List<String> line() {
    return List.of(
        "" + step.round(),
        step.kind().word(),
        decimal(slice.seconds()),
        decimal(slice.perSecond()),
        decimal(slice.longest()));
  }

  static Course of(List<String> line) {
    return new Course(
        new FailoverSettings.Step(Integer.parseInt(line.get(0)), Outcome.kind(line.get(1))),
        new Slices.Slice(
            Double.parseDouble(line.get(2)),
            Double.parseDouble(line.get(3)),
            Double.parseDouble(line.get(4))));
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
