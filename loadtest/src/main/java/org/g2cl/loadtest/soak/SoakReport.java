package org.g2cl.loadtest.soak;

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
import java.util.function.ToDoubleFunction;
import org.g2cl.loadtest.experiment.ResultFolder;
import org.g2cl.loadtest.report.LineChart;
import org.g2cl.loadtest.report.Page;

/** Figures, pictures and page of a soak. */
public final class SoakReport {
  private static final double BOUND_OF_UNANSWERED = 1;
  private static final double BOUND_OF_P99 = 1.2;
  private static final double BOUND_OF_HEAP = 1.1;
  private static final double BOUND_OF_THREADS = 5;
  private static final double MINUTE = 60;

  /**
   * Shortest window, in seconds, that can be compared with another: the looks at the nodes at its
   * beginning take some seconds, and servers come to hold as many replies as they keep within it.
   */
  private static final double LONG = 5 * MINUTE;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final String ROW = "  %7s %9s %11s %8s %8s %8s %9s %7s %9s";

  private final List<SoakWindow> windows;
  private final List<SoakWindow> slices;
  private final Footprints footprints;
  private final Account account;
  private final List<Map<String, String>> circumstances;

  /**
   * Report.
   *
   * @param account null when the soak was interrupted
   * @param circumstances settings, machine and versions
   */
  SoakReport(
      List<SoakWindow> windows,
      List<SoakWindow> slices,
      List<Footprint> footprints,
      Account account,
      List<Map<String, String>> circumstances) {
    this.windows = List.copyOf(windows);
    this.slices = List.copyOf(slices);
    this.footprints = new Footprints(footprints);
    this.account = account;
    this.circumstances = List.copyOf(circumstances);
  }

  /** Whether it went to its end, nothing was lost or doubled, and all targets are met. */
  public boolean isGood() {
    return account != null
        && account.harm().isNone()
        && targets().stream().allMatch(SoakTarget::isMet);
  }

  List<SoakTarget> targets() {
    List<SoakTarget> targets = new ArrayList<>();
    targets.add(new SoakTarget("failed requests", 0, failed()));
    if (account != null) {
      targets.add(
          new SoakTarget(
              "requests due that got no good answer until the end, percent",
              BOUND_OF_UNANSWERED,
              account.percentWithoutAnswer()));
    }
    targets.add(
        new SoakTarget(
            "windows without an answer",
            0,
            windows.stream().filter(window -> window.requests() == 0).count()));
    if (windows.size() > 1) {
      if (isLong()) {
        targets.addAll(growth());
      }
      targets.add(
          new SoakTarget(
              "threads more, end of last window than end of first, the node with most",
              BOUND_OF_THREADS,
              footprints.mostThreadsMore()));
    }
    return targets;
  }

  private List<SoakTarget> growth() {
    double first = windows.get(0).p99();
    double slowest = windows.stream().skip(1).mapToDouble(SoakWindow::p99).max().orElse(Double.NaN);
    return List.of(
        new SoakTarget(
            "99th percentile, slowest later window over first", BOUND_OF_P99, slowest / first),
        new SoakTarget(
            "live heap, end of last window over end of first, the node that grew most",
            BOUND_OF_HEAP,
            footprints.greatestGrowth()));
  }

  private boolean isLong() {
    return windows.get(0).endSeconds() >= LONG;
  }

  private List<String> sentences() {
    List<String> sentences = new ArrayList<>(targets().stream().map(SoakTarget::sentence).toList());
    if (windows.size() > 1 && !isLong()) {
      for (SoakTarget target : growth()) {
        sentences.add(
            String.format(Locale.ROOT, "%s: %.2f, not judged", target.what(), target.measured()));
      }
      sentences.add(
          "in windows of under 5 minutes the looks at the nodes weigh, and servers may not yet hold"
              + " all of the replies that they keep");
    }
    return sentences;
  }

  /**
   * Those that ended after the last window are in the account alone, which an interrupted soak
   * lacks.
   */
  private long failed() {
    return account == null
        ? windows.stream().mapToLong(SoakWindow::failed).sum()
        : account.failed();
  }

  /** Writes all files; returns them. */
  public List<Path> write(Path directory) {
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("settings", circumstances.get(0));
    summary.put("machine", circumstances.get(1));
    summary.put("versions", circumstances.get(2));
    summary.put("account", account);
    summary.put("answersPerSecond", answersPerSecond());
    summary.put("windows", windows);
    summary.put("liveHeapMegabytes", footprints.megabytes());
    summary.put("threads", footprints.threads());
    summary.put("targets", targets());
    try {
      return List.of(
          Files.write(directory.resolve("summary.json"), JSON.writeValueAsBytes(summary)),
          Files.write(directory.resolve("response-time.svg"), responseTimes().svg()),
          Files.write(directory.resolve("live-heap.svg"), footprints.pictureOfHeap().svg()),
          Files.write(directory.resolve("threads.svg"), footprints.pictureOfThreads().svg()),
          Files.write(directory.resolve("report.html"), page().getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw ResultFolder.withoutReport(directory, "soak", e);
    }
  }

  LineChart responseTimes() {
    LineChart chart = new LineChart("Response time", "minutes", "milliseconds").fromX(0);
    List<Double> minutes = slices.stream().map(s -> s.endSeconds() / MINUTE).toList();
    if (!slices.isEmpty()) {
      chart.plain("median", minutes, values(SoakWindow::median));
      chart.plain("95 %", minutes, values(SoakWindow::p95));
      chart.plain("99 %", minutes, values(SoakWindow::p99));
    }
    return chart;
  }

  private List<Double> values(ToDoubleFunction<SoakWindow> value) {
    return slices.stream().map(value::applyAsDouble).toList();
  }

  private String page() {
    Page page = new Page("A shopping cart under load for long");
    page.verdict(verdict(), isGood());
    page.list(sentences());
    page.section("Response times");
    page.text(
        "Each client makes its requests at set times; a response time counts from the moment at"
            + " which the request was due, so a stall shows in all requests that it delayed.");
    page.picture(responseTimes(), "By tenth of a window.");
    page.table(
        List.of(
            "#window",
            "#minutes",
            "#requests",
            "#requests/s",
            "#median ms",
            "#95 %",
            "#99 %",
            "#longest",
            "#failed"),
        windows.stream().map(SoakReport::cells).toList());
    page.section("Live heap");
    page.text(
        "Megabytes in use after a full collection, at the beginning and after each window, business"
            + " and web nodes.");
    page.picture(footprints.pictureOfHeap(), "Nodes that keep what they need no more would rise.");
    page.section("Threads");
    page.picture(footprints.pictureOfThreads(), "Those of Java, at the same moments.");
    page.section("How it was measured");
    circumstances.forEach(page::table);
    return page.html();
  }

  private String verdict() {
    if (account == null) {
      return "Interrupted: the windows so far.";
    }
    return String.format(
        Locale.ROOT,
        "%,d requests, %,.0f/s where %,.0f/s were due, of a peak of %,.0f/s: %,d of %,d due without a"
            + " good answer, failed %d; lost writes %d, doubled %d; orders missing %d, doubled %d.",
        requests(),
        answersPerSecond(),
        account.perSecond(),
        account.peak(),
        account.due() - account.answered(),
        account.due(),
        account.failed(),
        account.harm().lostUpdates(),
        account.harm().duplicateUpdates(),
        account.harm().ordersMissing(),
        account.harm().ordersDuplicated());
  }

  private long requests() {
    return windows.stream().mapToLong(SoakWindow::requests).sum();
  }

  private double answersPerSecond() {
    return windows.isEmpty() ? 0 : requests() / windows.get(windows.size() - 1).endSeconds();
  }

  private static List<String> cells(SoakWindow window) {
    return List.of(
        "" + window.number(),
        decimal(window.endSeconds() / MINUTE),
        String.format(Locale.ROOT, "%,d", window.requests()),
        String.format(Locale.ROOT, "%,.0f", window.perSecond()),
        decimal(window.median()),
        decimal(window.p95()),
        decimal(window.p99()),
        String.format(Locale.ROOT, "%,.0f", window.longest()),
        "" + window.failed());
  }

  /** The figures for the terminal. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        ROW.formatted(
            "window",
            "minutes",
            "requests",
            "each s",
            "median",
            "95 %",
            "99 % ms",
            "longest",
            "failed"));
    windows.forEach(window -> lines.add(ROW.formatted(cells(window).toArray())));
    footprints.lines().forEach(line -> lines.add("  " + line));
    lines.add("  " + verdict());
    sentences().forEach(sentence -> lines.add("  " + sentence));
    return lines;
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
