package org.g2cl.loadtest.paper;

import java.util.List;

/**
 * A run in which the system broke: a line of {@code broken.csv}. It is made again after all systems
 * were started anew; what failed in it is in no figure.
 *
 * @param start number of the start of all systems that it belongs to
 * @param step which run it was
 * @param why what was seen, without commas and line breaks
 */
record Broken(int start, Step step, String why) {
  /** Columns that tell which it was. */
  static final List<String> RUN = List.of("start", "round", "clients", "system");

  static List<String> run(int start, Step step) {
    return List.of("" + start, "" + step.round(), "" + step.clients(), step.system().word());
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException when it is none
   */
  static Broken of(List<String> line) {
    return new Broken(
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
