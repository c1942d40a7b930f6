package org.g2cl.loadtest.paper;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.g2cl.loadtest.experiment.CsvFile;

/**
 * A run in which the system broke: a line of {@code broken.csv}. It is made again after all systems
 * were started anew; what failed in it is in no figure.
 *
 * @param when when that was seen, ISO-8601
 * @param start number of the start of all systems that it belongs to
 * @param step which run it was
 * @param why what was seen, without commas and line breaks
 */
record Broken(String when, int start, Step step, String why) {
  static final List<String> COLUMNS = List.of("when", "start", "round", "clients", "system", "why");

  /**
   * One that is seen now.
   *
   * @param logs where the system's logs are, put after the failure
   */
  static Broken now(int start, Step step, RuntimeException failure, String logs) {
    return new Broken(
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        start,
        step,
        CsvFile.value(failure.getMessage() + logs));
  }

  List<String> line() {
    return List.of(
        when, "" + start, "" + step.round(), "" + step.clients(), step.system().word(), why);
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException when it is none
   */
  static Broken of(List<String> line) {
    return new Broken(
        line.get(0),
        Integer.parseInt(line.get(1)),
        new Step(
            Integer.parseInt(line.get(2)), Integer.parseInt(line.get(3)), Run.system(line.get(4))),
        line.get(5));
  }

  String sentence() {
    return "%s broke with %d clients, start %d, round %d: %s"
        .formatted(step.system().word(), step.clients(), start, step.round(), why);
  }
}
