package org.g2cl.loadtest.paper;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.g2cl.loadtest.experiment.ResultFolder;
import org.g2cl.loadtest.report.LineChart;

/** Figures, picture and page of a comparison. */
public final class PaperReport {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final double BOUND = 1.03;
  private static final double MOST_SHARE = 1 / 3.0;
  private static final String ROW = "  %-9s %7s %10s %21s %8s %8s %8s %10s %8s   %s";

  private final List<Run> runs;
  private final List<Broken> broken;
  private final Points all;
  private final List<Point> points;
  private final Map<String, String> settings;
  private final Map<String, String> machine;
  private final Map<String, String> versions;

  PaperReport(
      List<Run> runs,
      List<Broken> broken,
      Map<String, String> settings,
      Map<String, String> machine,
      Map<String, String> versions) {
    this.runs = runs;
    this.broken = broken;
    this.all = new Points(runs);
    this.points = all.all();
    this.settings = settings;
    this.machine = machine;
    this.versions = versions;
  }

  /** Requests that failed, in all runs that did not break. */
  long failed() {
    return points.stream().mapToLong(Point::failed).sum();
  }

  /** Whether no request failed and no run broke. */
  public boolean harmless() {
    return failed() == 0 && broken.isEmpty();
  }

  List<Broken> broken() {
    return broken;
  }

  /** Runs in which each of the systems broke, in the systems' order. */
  Map<String, Long> brokenBySystem() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Contender system : Contender.values()) {
      long count = broken.stream().filter(one -> one.step().system() == system).count();
      if (count > 0 || points.stream().anyMatch(p -> p.system().equals(system.word()))) {
        counts.put(system.word(), count);
      }
    }
    return counts;
  }

  /** For instance {@code 3 runs broke: direct 2, jgroups 1}; or empty. */
  String whatBroke() {
    if (broken.isEmpty()) {
      return "";
    }
    return "%d %s broke: %s"
        .formatted(
            broken.size(),
            broken.size() == 1 ? "run" : "runs",
            brokenBySystem().entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", ")));
  }

  List<Point> points() {
    return points;
  }

  Map<String, String> settings() {
    return settings;
  }

  Map<String, String> machine() {
    return machine;
  }

  Map<String, String> versions() {
    return versions;
  }

  int runs() {
    return runs.size();
  }

  String when() {
    return runs.isEmpty() ? "" : runs.get(runs.size() - 1).when();
  }

  /** Ours on the default engine against JGroups directly, at each number of clients. */
  List<Target> targets() {
    return points.stream()
        .filter(p -> p.system().equals(Contender.JGROUPS.word()) && p.ratioToDirect() != null)
        .map(
            p ->
                Target.atMost(
                    "ours on jgroups over JGroups directly, " + p.clients() + " clients",
                    BOUND,
                    p.ratioToDirect(),
                    p.ratioLow(),
                    p.ratioHigh(),
                    p.ratioStarts()))
        .toList();
  }

  /** What ours takes of the processor time of a request, at each number of clients. */
  List<Target> shares() {
    return points.stream()
        .filter(p -> p.system().equals(Contender.JGROUPS.word()))
        .flatMap(p -> share(p.clients()).stream())
        .toList();
  }

  private Optional<Target> share(int clients) {
    return all.busyToNone(Contender.JGROUPS, clients)
        .map(
            busy ->
                Target.atMost(
                    "what ours takes of all processor time of a request, " + clients + " clients",
                    MOST_SHARE,
                    1 - 1 / busy.ratio().ratio(),
                    1 - 1 / busy.ratio().low95(),
                    1 - 1 / busy.ratio().high95(),
                    busy.starts()));
  }

  /** Writes all files; returns them. */
  public List<Path> write(Path directory) {
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("when", when());
    summary.put("runs", runs.size());
    summary.put("settings", settings);
    summary.put("machine", machine);
    summary.put("versions", versions);
    summary.put("points", points);
    summary.put("brokenBySystem", brokenBySystem());
    summary.put("broken", broken.stream().map(Broken::sentence).toList());
    summary.put("targets", Stream.concat(targets().stream(), shares().stream()).toList());
    LineChart figure = figure();
    try {
      return List.of(
          Files.write(directory.resolve("summary.json"), JSON.writeValueAsBytes(summary)),
          Files.write(directory.resolve("figure1.svg"), figure.svg()),
          Files.write(directory.resolve("figure1.png"), figure.png()),
          Files.write(
              directory.resolve("report.html"),
              new PaperPage(this, figure).html().getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw ResultFolder.withoutReport(directory, "paper", e);
    }
  }

  /** Response time by clients, one line per system, after figure 1 of the paper. */
  LineChart figure() {
    LineChart chart =
        new LineChart(
            "Response time by number of clients", "clients", "mean response time in milliseconds");
    for (Contender system : Contender.values()) {
      List<Point> own = points.stream().filter(p -> p.system().equals(system.word())).toList();
      if (!own.isEmpty()) {
        chart.line(
            system.label(),
            own.stream().map(Point::clients).toList(),
            own.stream().map(Point::mean).toList(),
            own.stream().map(p -> (p.ciHigh() - p.ciLow()) / 2).toList());
      }
    }
    return chart;
  }

  /** The figures for the terminal. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        ROW.formatted(
            "system",
            "clients",
            "mean ms",
            "95 % interval",
            "median",
            "95 %",
            "99 %",
            "requests/s",
            "MB",
            "over JGroups directly"));
    points.forEach(point -> lines.add(row(point)));
    targets().forEach(target -> lines.add("  " + target.sentence()));
    shares().forEach(target -> lines.add("  " + target.sentence()));
    if (!broken.isEmpty()) {
      lines.add("  " + whatBroke());
      broken.forEach(one -> lines.add("    " + one.sentence()));
    }
    return lines;
  }

  private static String row(Point p) {
    return ROW.formatted(
        p.system(),
        p.clients(),
        decimal(p.mean()),
        decimal(p.ciLow()) + " to " + decimal(p.ciHigh()),
        decimal(p.median()),
        decimal(p.p95()),
        decimal(p.p99()),
        String.format(Locale.ROOT, "%,.0f", p.throughput()),
        String.format(Locale.ROOT, "%,.0f", p.memory()),
        PaperFigure.ours(p));
  }

  static String decimal(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
