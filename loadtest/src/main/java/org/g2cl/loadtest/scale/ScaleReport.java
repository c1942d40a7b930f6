package org.g2cl.loadtest.scale;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.g2cl.loadtest.experiment.ResultFolder;
import org.g2cl.loadtest.report.LineChart;
import org.g2cl.loadtest.report.Page;
import org.g2cl.loadtest.scale.ScalePoint.Axis;
import org.g2cl.loadtest.statistics.Sample;
import org.g2cl.loadtest.statistics.Summary;

/** Figures, pictures and page of what a call costs as the system grows. */
public final class ScaleReport {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final String ROW = "  %-9s %6s %8s %9s %6s %9s %12s %12s %12s %10s";

  private final List<GrowthPoint> points;
  private final Optional<CostModel> model;
  private final Map<String, String> settings;
  private final Map<String, String> machine;
  private final Map<String, String> versions;
  private final String when;

  ScaleReport(
      List<ScaleRun> runs,
      Map<String, String> settings,
      Map<String, String> machine,
      Map<String, String> versions) {
    this.points =
        runs.stream()
            .map(ScaleRun::point)
            .distinct()
            .sorted(
                Comparator.comparing(ScalePoint::axis)
                    .thenComparing(point -> !point.delta())
                    .thenComparingDouble(ScalePoint::x))
            .map(point -> growth(point, runs))
            .toList();
    this.model = CostModel.of(points);
    this.settings = settings;
    this.machine = machine;
    this.versions = versions;
    this.when = runs.isEmpty() ? "" : runs.get(runs.size() - 1).when();
  }

  private static GrowthPoint growth(ScalePoint point, List<ScaleRun> runs) {
    List<ScaleRun> own = runs.stream().filter(run -> run.point().equals(point)).toList();
    boolean farthest =
        runs.stream()
            .map(ScaleRun::point)
            .filter(other -> other.axis() == point.axis() && other.delta() == point.delta())
            .allMatch(other -> other.x() <= point.x());
    return new GrowthPoint(
        point,
        farthest,
        own.stream().filter(run -> !run.steady()).count(),
        summary(own, ScaleRun::mean),
        summary(own, ScaleRun::p99),
        summary(own, ScaleRun::throughput),
        summary(own, ScaleRun::cpu),
        summary(own, ScaleRun::memory));
  }

  private static Summary summary(List<ScaleRun> runs, ToDoubleFunction<ScaleRun> figure) {
    return Sample.of(runs.stream().mapToDouble(figure).toArray()).summary();
  }

  /** Writes all files; returns them. */
  public List<Path> write(Path directory) {
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("when", when);
    summary.put("settings", settings);
    summary.put("machine", machine);
    summary.put("versions", versions);
    summary.put("model", model.orElse(null));
    summary.put("points", points);
    try {
      List<Path> files = new ArrayList<>();
      files.add(Files.write(directory.resolve("summary.json"), JSON.writeValueAsBytes(summary)));
      for (Axis axis : Axis.values()) {
        LineChart picture = picture(axis);
        files.add(Files.write(directory.resolve(axis.word() + ".svg"), picture.svg()));
        files.add(Files.write(directory.resolve(axis.word() + ".png"), picture.png()));
      }
      files.add(
          Files.write(directory.resolve("report.html"), page().getBytes(StandardCharsets.UTF_8)));
      return files;
    } catch (IOException e) {
      throw ResultFolder.withoutReport(directory, "scale", e);
    }
  }

  /** Cost along an axis, with the formula's value where there is one. */
  LineChart picture(Axis axis) {
    LineChart chart =
        new LineChart("Cost of a call by " + title(axis), title(axis), "microseconds");
    if (axis == Axis.STATE || axis == Axis.SESSIONS) {
      chart.logarithmicX();
    }
    for (boolean delta : new boolean[] {true, false}) {
      List<GrowthPoint> own = of(axis, delta);
      if (own.isEmpty()) {
        continue;
      }
      String suffix = suffix(axis, delta);
      List<Double> x = own.stream().map(p -> p.point().x()).toList();
      chart.line(
          "response time" + suffix,
          x,
          means(own, GrowthPoint::mean),
          reach(own, GrowthPoint::mean));
      chart.line(
          "processor time" + suffix, x, means(own, GrowthPoint::cpu), reach(own, GrowthPoint::cpu));
      model.ifPresent(
          m ->
              chart.dashed("formula" + suffix, x, own.stream().map(p -> m.at(p.point())).toList()));
    }
    return chart;
  }

  private static String suffix(Axis axis, boolean delta) {
    if (axis != Axis.STATE) {
      return "";
    }
    return delta ? ", a byte changed" : ", all changed";
  }

  private List<GrowthPoint> of(Axis axis, boolean delta) {
    return points.stream()
        .filter(p -> p.point().axis() == axis && p.point().delta() == delta)
        .toList();
  }

  /** Figure of a point. */
  private interface Figure {
    Summary of(GrowthPoint point);
  }

  private static List<Double> means(List<GrowthPoint> points, Figure figure) {
    return points.stream().map(p -> figure.of(p).mean()).toList();
  }

  private static List<Double> reach(List<GrowthPoint> points, Figure figure) {
    return points.stream().map(p -> figure.of(p).high95() - figure.of(p).mean()).toList();
  }

  private static String title(Axis axis) {
    return switch (axis) {
      case NODES -> "nodes";
      case BACKUPS -> "backups";
      case STATE -> "KB of state";
      case SESSIONS -> "sessions";
    };
  }

  private String page() {
    Page page = new Page("What a call costs as the system grows");
    page.text(
        "Calls of a stateful bean by a client of ours, without web tier; on this machine all nodes and the client share the processors. "
            + when);
    fewSessions().ifPresent(page::text);
    notWarm().ifPresent(page::text);
    page.section("A formula");
    page.text(formula());
    for (Axis axis : Axis.values()) {
      page.section("By " + title(axis));
      page.picture(picture(axis), "Mean over the rounds with its 95 % confidence interval.");
      page.table(
          List.of(
              "#nodes",
              "#backups",
              "#KB",
              "changed",
              "#sessions",
              "#response µs",
              "#99 % µs",
              "#calls/s",
              "#CPU µs",
              "#formula µs",
              "#MB a node"),
          points.stream().filter(p -> p.point().axis() == axis).map(this::row).toList());
    }
    page.section("How it was measured");
    page.table(settings);
    page.table(machine);
    page.table(versions);
    return page.html();
  }

  /** Those points at which not all callers have a session to call. */
  private Optional<String> fewSessions() {
    int callers = Integer.parseInt(settings.getOrDefault("callers", "0"));
    List<String> few =
        points.stream()
            .map(p -> p.point().sessions())
            .filter(sessions -> sessions < callers)
            .distinct()
            .sorted()
            .map(String::valueOf)
            .toList();
    return few.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Each of the %d threads of the client calls sessions of its own. Where there are fewer sessions than threads (%s) only so many threads call, and calls have less company: no cost by sessions is to be read from there to the others."
                .formatted(callers, String.join(", ", few)));
  }

  /** Those points which are not to be compared with the others. */
  private Optional<String> notWarm() {
    List<GrowthPoint> some = points.stream().filter(p -> p.notSteady() > 0).toList();
    return some.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%d measurements were made on nodes that still got faster when the warm-up was over, so they are not to be compared with the others (%s): give a longer --warm-up, or a quiet machine."
                .formatted(
                    some.stream().mapToLong(GrowthPoint::notSteady).sum(),
                    some.stream()
                        .map(GrowthPoint::point)
                        .map(p -> "%d nodes, backups %d".formatted(p.nodes(), p.backups()))
                        .distinct()
                        .collect(Collectors.joining("; "))));
  }

  private List<String> row(GrowthPoint p) {
    ScalePoint point = p.point();
    return List.of(
        "" + point.nodes(),
        "" + point.backups(),
        String.format(Locale.ROOT, "%.1f", point.kilobytes()),
        point.delta() ? "a byte" : "all",
        String.format(Locale.ROOT, "%,d", point.sessions()),
        interval(p.mean()),
        number(p.p99().mean()),
        number(p.throughput().mean()),
        interval(p.cpu()),
        model.map(m -> number(m.at(point))).orElse("–") + (p.farthest() ? " *" : ""),
        number(p.memory().mean()));
  }

  private static String interval(Summary s) {
    return String.format(
        Locale.ROOT, "%,.0f (%,.0f to %,.0f)", s.mean(), Math.max(0, s.low95()), s.high95());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  /** The formula in words, with how well it foretells the points that it does not know (*). */
  String formula() {
    if (model.isEmpty()) {
      return "Too few points for a formula.";
    }
    CostModel m = model.get();
    double[] ratios =
        points.stream()
            .filter(GrowthPoint::farthest)
            .mapToDouble(p -> m.at(p.point()) / p.cpu().mean())
            .sorted()
            .toArray();
    return String.format(
        Locale.ROOT,
        "Processor time of a call on all nodes ≈ %.0f µs + %.0f µs × copies + %.1f µs × KB of state + %.1f µs × KB sent to backups (R² %.2f). Fitted without the far end of each axis (marked *); there it gives %.2f to %.2f of what was measured.",
        m.fit().base(),
        m.fit().slopes().get(0),
        m.fit().slopes().get(1),
        m.fit().slopes().get(2),
        m.fit().rSquared(),
        ratios.length == 0 ? Double.NaN : ratios[0],
        ratios.length == 0 ? Double.NaN : ratios[ratios.length - 1]);
  }

  /** The figures for the terminal. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        ROW.formatted(
            "axis",
            "nodes",
            "backups",
            "KB",
            "all",
            "sessions",
            "response µs",
            "99 % µs",
            "calls/s",
            "CPU µs"));
    for (GrowthPoint p : points) {
      ScalePoint point = p.point();
      lines.add(
          ROW.formatted(
              point.axis().word(),
              point.nodes(),
              point.backups(),
              String.format(Locale.ROOT, "%.1f", point.kilobytes()),
              point.delta() ? "" : "yes",
              point.sessions(),
              number(p.mean().mean()),
              number(p.p99().mean()),
              number(p.throughput().mean()),
              number(p.cpu().mean())));
    }
    lines.add("  " + formula());
    notWarm().ifPresent(sentence -> lines.add("  " + sentence));
    return lines;
  }
}
