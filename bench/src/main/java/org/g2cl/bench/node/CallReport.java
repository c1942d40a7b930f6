package org.g2cl.bench.node;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.g2cl.bench.report.PaperFigure;
import org.g2cl.bench.report.Report;
import org.g2cl.bench.report.Table;
import org.g2cl.bench.report.Target;
import org.g2cl.loadtest.report.LineChart;
import org.g2cl.loadtest.statistics.Ratio;
import org.g2cl.loadtest.statistics.Sample;
import org.g2cl.loadtest.statistics.Summary;

/** Report of the cost of a replicated call. */
final class CallReport {
  private static final String PEER =
      "WildFly 39.0.1, 2 owners, same kind of bean, 2 noisy cores, tcp_nodelay=true";
  private static final int SMALL = 10_000;
  private static final double REQUESTS = 1.5;
  private static final double SMALL_RATE = 0.5;
  private static final double LARGE_RATE = 0.4;
  private static final double CPU = 3;

  private final CallSettings settings;
  private final Map<Integer, Map<CallSystem, List<CallRound>>> rounds = new LinkedHashMap<>();
  private final Map<Integer, Map<String, List<Double>>> requests = new LinkedHashMap<>();
  private final Map<String, Object> figures = new LinkedHashMap<>();
  private final Report report =
      new Report("call", "What does one synchronous backup cost a call of a stateful bean?");

  CallReport(CallSettings settings) {
    this.settings = settings;
  }

  void add(int bytes, CallSystem system, CallRound round) {
    rounds
        .computeIfAbsent(bytes, b -> new EnumMap<>(CallSystem.class))
        .computeIfAbsent(system, s -> new ArrayList<>())
        .add(round);
  }

  void addRequest(int bytes, String kind, double micros) {
    requests
        .computeIfAbsent(bytes, b -> new LinkedHashMap<>())
        .computeIfAbsent(kind, k -> new ArrayList<>())
        .add(micros);
  }

  Report finish() {
    rounds.forEach(this::show);
    rounds.keySet().forEach(this::compare);
    report
        .setting("engine", settings.engine())
        .setting("rounds", settings.rounds())
        .setting("warm-up rounds", settings.warmups())
        .setting("calls of the lone caller a round", settings.pairs())
        .setting("callers of the load", settings.callers())
        .setting("load a round, ms", settings.millis())
        .setting("seed", settings.seed())
        .figures("byStateBytes", figures);
    picture();
    papers();
    return report;
  }

  private void show(int bytes, Map<CallSystem, List<CallRound>> bySystem) {
    Table table =
        new Table(
            "system",
            "lone caller µs",
            "95 %",
            "calls/s",
            "95 %",
            "median under load µs",
            "p99",
            "CPU of nodes µs/call");
    Map<String, Object> own = new LinkedHashMap<>();
    bySystem.forEach((system, measured) -> own.put(system.label(), row(table, system, measured)));
    requests
        .getOrDefault(bytes, Map.of())
        .forEach(
            (kind, micros) -> {
              Summary request = Sample.of(micros).summary();
              table.row(
                  kind + ", 1,000 bytes", request.mean(), interval(request), "", "", "", "", "");
              own.put(kind, request);
            });
    figures.put(Integer.toString(bytes), own);
    report.table(
        "State of %s bytes, one line of about 100 changed by each call"
            .formatted(Table.number(bytes)),
        table);
  }

  /** Adds the row of a system; its figures by their names. */
  private static Map<String, Summary> row(
      Table table, CallSystem system, List<CallRound> measured) {
    Summary alone = sample(measured, CallRound::micros).summary();
    Summary rate = sample(measured, CallRound::callsPerSecond).summary();
    Summary median = sample(measured, CallRound::loadMedian).summary();
    Summary p99 = sample(measured, CallRound::loadP99).summary();
    Summary cpu = sample(measured, CallRound::cpuMicros).summary();
    table.row(
        system.label(),
        alone.mean(),
        interval(alone),
        rate.mean(),
        interval(rate),
        median.mean(),
        p99.mean(),
        cpu.mean());
    return Map.of(
        "loneCallerMicros", alone,
        "callsPerSecond", rate,
        "loadMedianMicros", median,
        "loadP99Micros", p99,
        "cpuMicros", cpu);
  }

  private static String interval(Summary summary) {
    return Table.interval(summary.low95(), summary.high95());
  }

  private static Sample sample(List<CallRound> measured, ToDoubleFunction<CallRound> value) {
    return Sample.of(measured.stream().mapToDouble(value).toArray());
  }

  private void compare(int bytes) {
    List<CallRound> with = rounds.get(bytes).get(CallSystem.REPLICATED);
    List<CallRound> without = rounds.get(bytes).get(CallSystem.UNREPLICATED);
    if (with == null || without == null) {
      return;
    }
    if (bytes < SMALL) {
      requests.get(bytes).forEach((kind, micros) -> lone(with, without, kind, micros));
      target(
          "16 callers, 1 KB: calls/s over those without replication (the peer 0.25)",
          SMALL_RATE,
          true,
          Ratio.paired(
              sample(with, CallRound::callsPerSecond), sample(without, CallRound::callsPerSecond)));
      target(
          "CPU of all nodes per call, 1 KB, over that without replication (the peer 7)",
          CPU,
          false,
          Ratio.paired(sample(with, CallRound::cpuMicros), sample(without, CallRound::cpuMicros)));
    } else {
      target(
          "16 callers, 100 KB: calls/s over those without replication (the peer 0.04)",
          LARGE_RATE,
          true,
          Ratio.paired(
              sample(with, CallRound::callsPerSecond), sample(without, CallRound::callsPerSecond)));
    }
  }

  /** What replication adds to a lone call, in requests of JGroups' own dispatcher. */
  private void lone(
      List<CallRound> with, List<CallRound> without, String kind, List<Double> requestMicros) {
    double[] added = new double[with.size()];
    for (int i = 0; i < added.length; i++) {
      added[i] = (with.get(i).micros() - without.get(i).micros()) / requestMicros.get(i);
    }
    report.target(
        Target.atMost(
            "lone caller, 1 KB: what a backup adds, in requests of " + kind, REQUESTS, added));
  }

  private void target(String what, double bound, boolean atLeast, Ratio ratio) {
    report.target(atLeast ? Target.atLeast(what, bound, ratio) : Target.atMost(what, bound, ratio));
  }

  private void picture() {
    LineChart picture =
        new LineChart(
                "Calls per second of " + settings.callers() + " callers",
                "bytes of state",
                "calls/s")
            .logarithmicX();
    for (CallSystem system : settings.systems()) {
      List<Integer> sizes = List.copyOf(rounds.keySet());
      List<Summary> rates =
          sizes.stream()
              .map(b -> sample(rounds.get(b).get(system), CallRound::callsPerSecond).summary())
              .toList();
      picture.line(
          system.label(),
          sizes,
          rates.stream().map(Summary::mean).toList(),
          rates.stream().map(rate -> rate.high95() - rate.mean()).toList());
    }
    report.picture("rate", picture);
  }

  private void papers() {
    report
        .paper(
            new PaperFigure(
                PEER,
                "1 KB: lone caller 0.29 ms without replication (one node), 1.01 ms with two nodes;"
                    + " 16 callers 7,784 and 1,971 calls/s (0.25), CPU 0.11 and 0.77 ms a call (7"
                    + " times)"))
        .paper(
            new PaperFigure(
                PEER, "100 KB: 7,970 and 298 calls/s (0.04), CPU 0.11 and 5.24 ms a call"))
        .note(
            "Two nodes each with and without replication, all in JVMs of this machine that also"
                + " runs the client. 'stock' is OpenEJB's own client, with its pool of 5"
                + " connections, on one node without replication.");
  }
}
