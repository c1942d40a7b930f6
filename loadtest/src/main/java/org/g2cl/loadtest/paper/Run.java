package org.g2cl.loadtest.paper;

import java.util.List;
import java.util.Locale;

/**
 * One run that was made: a line of {@code results.csv}.
 *
 * @param when its end, ISO-8601
 * @param start number of the start of all systems that it belongs to
 * @param step which run it was
 * @param figures what was measured
 */
record Run(String when, int start, Step step, Measurement figures) {
  static final List<String> COLUMNS =
      List.of(
          "when",
          "start",
          "round",
          "clients",
          "system",
          "seconds",
          "requests",
          "failed",
          "meanMillis",
          "medianMillis",
          "p95Millis",
          "p99Millis",
          "longestMillis",
          "throughputPerSecond",
          "businessMegabytes",
          "businessCpuMillis",
          "webCpuMillis",
          "httpdCpuMillis",
          "databaseCpuMillis",
          "othersCpuMillis",
          "idleMillis");

  List<String> line() {
    Measurement m = figures;
    return List.of(
        when,
        Integer.toString(start),
        Integer.toString(step.round()),
        Integer.toString(step.clients()),
        step.system().word(),
        decimal(m.seconds()),
        Long.toString(m.requests()),
        Long.toString(m.failed()),
        decimal(m.mean()),
        decimal(m.median()),
        decimal(m.p95()),
        decimal(m.p99()),
        decimal(m.longest()),
        decimal(m.throughput()),
        decimal(m.memory()),
        decimal(m.businessCpu()),
        decimal(m.webCpu()),
        decimal(m.httpdCpu()),
        decimal(m.databaseCpu()),
        decimal(m.othersCpu()),
        decimal(m.idleCpu()));
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException when it is none
   */
  static Run of(List<String> line) {
    double[] v = line.stream().skip(5).mapToDouble(Double::parseDouble).toArray();
    return new Run(
        line.get(0),
        Integer.parseInt(line.get(1)),
        new Step(Integer.parseInt(line.get(2)), Integer.parseInt(line.get(3)), system(line.get(4))),
        new Measurement(
            v[0],
            (long) v[1],
            (long) v[2],
            v[3],
            v[4],
            v[5],
            v[6],
            v[7],
            v[8],
            v[9],
            v[10],
            v[11],
            v[12],
            v[13],
            v[14],
            v[15]));
  }

  /**
   * The system of this name.
   *
   * @throws IllegalArgumentException when there is none
   */
  static Contender system(String word) {
    return Contender.of(word)
        .orElseThrow(() -> new IllegalArgumentException("unknown system " + word));
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
