package org.g2cl.bench.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.g2cl.bench.report.PaperFigure;
import org.g2cl.bench.report.Report;
import org.g2cl.bench.report.Table;
import org.g2cl.bench.worker.Arguments;
import org.g2cl.bench.worker.Crew;
import org.g2cl.bench.worker.Worker;
import org.g2cl.bench.worker.Workers;
import org.g2cl.loadtest.report.LineChart;
import org.g2cl.loadtest.statistics.LinearFit;
import org.g2cl.loadtest.statistics.Ratio;
import org.g2cl.loadtest.statistics.Sample;
import org.g2cl.loadtest.statistics.Summary;

/**
 * Rate at which replicated sessions are created, with and without reuse of finished ones.
 *
 * <p>After the study of Lua processes: so many made one after another, then a message to each; and
 * tasks that may take over what finished tasks leave.
 */
public final class Sessions {
  private static final String PAPER = "study of Lua processes";
  private static final Arguments CLIENT =
      Arguments.of("client", "sessions", "stock", false, "policy", "RoundRobin");

  private final SessionsSettings settings;
  private final Workers workers;
  private final Consumer<String> progress;
  private final Map<Integer, List<Double>> created = new LinkedHashMap<>();
  private final Map<Integer, List<Double>> called = new LinkedHashMap<>();
  private final Map<Integer, List<Double>> recycled = new LinkedHashMap<>();
  private final Report report =
      new Report("sessions", "How fast are replicated sessions created, and what does reuse save?");

  /** Measurement that tells a sentence now and then. */
  public Sessions(SessionsSettings settings, Workers workers, Consumer<String> progress) {
    this.settings = settings;
    this.workers = workers;
    this.progress = progress;
  }

  /** Measures. */
  public Report run() {
    try (Crew crew = workers.start(settings.nodes() + 1)) {
      progress.accept("starting business nodes");
      Nodes nodes = Nodes.start(crew.part(0, settings.nodes()), true, settings.engine());
      Worker client = crew.worker(settings.nodes());
      client.tell(ClientRole.class, "connect", CLIENT.with("servers", nodes.servers()));
      for (int round = -1; round < settings.rounds(); round++) {
        progress.accept("round " + (round + 1));
        create(client, round >= 0);
        recycle(client, round >= 0);
      }
    }
    return report();
  }

  private void create(Worker client, boolean counts) {
    for (int count : settings.counts()) {
      JsonNode seconds =
          client.tell(
              ClientRole.class,
              "create",
              CLIENT.with("sessions", count).with("lines", settings.lines()));
      client.tell(ClientRole.class, "drop", CLIENT);
      if (counts) {
        add(created, count, seconds.get(0).asDouble());
        add(called, count, seconds.get(1).asDouble());
      }
    }
  }

  private void recycle(Worker client, boolean counts) {
    for (int keep : settings.keeps()) {
      double seconds =
          client
              .tell(
                  ClientRole.class,
                  "recycle",
                  CLIENT
                      .with("tasks", settings.tasks())
                      .with("callers", settings.callers())
                      .with("keep", keep)
                      .with("lines", settings.lines()))
              .asDouble();
      if (counts) {
        add(recycled, keep, seconds);
      }
    }
  }

  private static void add(Map<Integer, List<Double>> values, int key, double value) {
    values.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
  }

  private Report report() {
    report
        .setting("engine", settings.engine())
        .setting("nodes", settings.nodes() + ", one synchronous backup")
        .setting("lines of a session's state", settings.lines())
        .setting("rounds", settings.rounds());
    reportCreation();
    reportReuse();
    return report
        .paper(
            new PaperFigure(
                PAPER,
                "time against number of processes is about linear; loading all libraries into each"
                    + " costs about four times"))
        .paper(
            new PaperFigure(
                PAPER,
                "100,000 creations: 9.7 s without reuse, 2.0 s (4.9 times as fast) with 10 kept, no"
                    + " better with more"))
        .note(
            "A creation is two calls, create and fill; a task is create or take over, fill, one"
                + " call, and end or keep. A container of stateful beans does not reuse instances"
                + " itself: reuse is the client's, which keeps finished sessions and fills them"
                + " anew.");
  }

  private void reportCreation() {
    report
        .table("Sessions created one after another", creationTable())
        .figures("createSeconds", created)
        .figures("callSeconds", called)
        .picture(
            "creation",
            new LineChart("Sessions created one after another", "sessions", "seconds")
                .line("create", List.copyOf(created.keySet()), means(created))
                .line("one call each", List.copyOf(called.keySet()), means(called)));
    if (created.size() > 2) {
      fitCreation();
    }
  }

  private Table creationTable() {
    Table table =
        new Table("sessions", "seconds to create", "95 %", "per second", "one call each, s");
    created.forEach(
        (count, seconds) -> {
          Summary creation = Sample.of(seconds).summary();
          table.row(
              count,
              creation.mean(),
              Table.interval(creation.low95(), creation.high95()),
              count / creation.mean(),
              Sample.of(called.get(count)).summary().mean());
        });
    return table;
  }

  private void fitCreation() {
    double[][] counts =
        created.keySet().stream().map(count -> new double[] {count}).toArray(double[][]::new);
    double[] seconds = means(created).stream().mapToDouble(Double::doubleValue).toArray();
    LinearFit fit = LinearFit.of(counts, seconds);
    report
        .figures("creationFit", fit)
        .note(
            "Creation takes about %s ms a session; a straight line explains %s of the variance."
                .formatted(Table.number(fit.slopes().get(0) * 1e3), Table.number(fit.rSquared())));
  }

  private static List<Double> means(Map<Integer, List<Double>> byCount) {
    return byCount.values().stream().map(s -> Sample.of(s).summary().mean()).toList();
  }

  private void reportReuse() {
    Table table = new Table("kept at most", "seconds", "95 %", "tasks/s", "times as fast", "95 %");
    Sample without = Sample.of(recycled.get(settings.keeps().get(0)));
    Map<Integer, Ratio> speed = new LinkedHashMap<>();
    recycled.forEach(
        (keep, seconds) -> {
          Summary summary = Sample.of(seconds).summary();
          Ratio ratio = Ratio.paired(without, Sample.of(seconds));
          speed.put(keep, ratio);
          table.row(
              keep,
              summary.mean(),
              Table.interval(summary.low95(), summary.high95()),
              settings.tasks() / summary.mean(),
              ratio.ratio(),
              Table.interval(ratio.low95(), ratio.high95()));
        });
    report
        .setting("tasks a round", settings.tasks() + ", " + settings.callers() + " at a time")
        .table("Tasks that each need a session; finished sessions kept for reuse", table)
        .figures("recycleSeconds", recycled)
        .figures("recycleSpeed", speed)
        .picture(
            "reuse",
            new LineChart(
                    "Tasks per second by sessions kept",
                    "finished sessions kept at most",
                    "tasks/s")
                .line(
                    "tasks/s",
                    List.copyOf(recycled.keySet()),
                    recycled.values().stream()
                        .map(s -> settings.tasks() / Sample.of(s).summary().mean())
                        .toList()));
  }
}
