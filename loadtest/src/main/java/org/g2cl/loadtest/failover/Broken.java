package org.g2cl.loadtest.failover;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.g2cl.loadtest.experiment.CsvFile;

/**
 * A disturbance that the bed did not come through: a line of {@code broken.csv}. It is made again
 * on a fresh bed; what was lost or doubled by it is not known.
 *
 * @param when when that was seen, ISO-8601
 * @param step which it was
 * @param why what was seen, without commas and line breaks
 */
record Broken(String when, FailoverSettings.Step step, String why) {
  static final List<String> COLUMNS = List.of("when", "round", "kind", "why");

  /**
   * One that is seen now.
   *
   * @param logs where the bed's logs are, put after the failure
   */
  static Broken now(FailoverSettings.Step step, RuntimeException failure, String logs) {
    return new Broken(
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        step,
        CsvFile.value(failure.getMessage() + logs));
  }

  List<String> line() {
    return List.of(when, "" + step.round(), step.kind().word(), why);
  }

  static Broken of(List<String> line) {
    return new Broken(
        line.get(0),
        new FailoverSettings.Step(Integer.parseInt(line.get(1)), Outcome.kind(line.get(2))),
        line.get(3));
  }

  String sentence() {
    return "%s, round %d, broke the bed: %s".formatted(step.kind().label(), step.round(), why);
  }
}
