package org.g2cl.loadtest.failover;

import java.util.List;

/**
 * A disturbance that the bed did not come through: a line of {@code broken.csv}. It is made again
 * on a fresh bed; what was lost or doubled by it is not known.
 *
 * @param step which it was
 * @param why what was seen, without commas and line breaks
 */
record Broken(FailoverSettings.Step step, String why) {
  /** Columns that tell which it was. */
  static final List<String> RUN = List.of("round", "kind");

  static List<String> run(FailoverSettings.Step step) {
    return List.of("" + step.round(), step.kind().word());
  }

  static Broken of(List<String> line) {
    return new Broken(
        new FailoverSettings.Step(Integer.parseInt(line.get(1)), Outcome.kind(line.get(2))),
        line.get(3));
  }

  String sentence() {
    return "%s, round %d, broke the bed: %s".formatted(step.kind().label(), step.round(), why);
  }
}
