package org.g2cl.loadtest.scale;

import java.util.List;
import java.util.Locale;

/**
 * One measurement: a line of {@code results.csv}. Times are microseconds at the client.
 *
 * @param when its end, ISO-8601
 * @param round round, from 1
 * @param point what was measured
 * @param steady whether its bed was known to be warm, see {@link WarmUp}
 * @param calls calls made
 * @param mean mean response time
 * @param median median
 * @param p99 99th percentile
 * @param throughput calls per second
 * @param cpu processor time of all nodes for each call, microseconds
 * @param memory resident memory of a node, megabytes
 */
record ScaleRun(
    String when,
    int round,
    ScalePoint point,
    boolean steady,
    long calls,
    double mean,
    double median,
    double p99,
    double throughput,
    double cpu,
    double memory) {
  static final List<String> COLUMNS =
      List.of(
          "when",
          "round",
          "axis",
          "nodes",
          "backups",
          "stateBytes",
          "delta",
          "sessions",
          "steady",
          "calls",
          "meanMicros",
          "medianMicros",
          "p99Micros",
          "callsPerSecond",
          "cpuMicros",
          "nodeMegabytes");

  List<String> line() {
    return List.of(
        when,
        "" + round,
        point.axis().word(),
        "" + point.nodes(),
        "" + point.backups(),
        "" + point.bytes(),
        "" + point.delta(),
        "" + point.sessions(),
        "" + steady,
        "" + calls,
        decimal(mean),
        decimal(median),
        decimal(p99),
        decimal(throughput),
        decimal(cpu),
        decimal(memory));
  }

  static ScaleRun of(List<String> line) {
    ScalePoint point =
        new ScalePoint(
            ScalePoint.Axis.valueOf(line.get(2).toUpperCase(Locale.ROOT)),
            Integer.parseInt(line.get(3)),
            Integer.parseInt(line.get(4)),
            Integer.parseInt(line.get(5)),
            Boolean.parseBoolean(line.get(6)),
            Integer.parseInt(line.get(7)));
    double[] v = line.stream().skip(9).mapToDouble(Double::parseDouble).toArray();
    return new ScaleRun(
        line.get(0),
        Integer.parseInt(line.get(1)),
        point,
        Boolean.parseBoolean(line.get(8)),
        (long) v[0],
        v[1],
        v[2],
        v[3],
        v[4],
        v[5],
        v[6]);
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
