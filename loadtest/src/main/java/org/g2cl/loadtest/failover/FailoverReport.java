package org.g2cl.loadtest.failover;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.g2cl.loadtest.experiment.ResultFolder;
import org.g2cl.loadtest.report.LineChart;
import org.g2cl.loadtest.report.Page;
import org.g2cl.loadtest.statistics.Summary;

/** Figures, pictures and page of the failures under load. */
public final class FailoverReport {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final String ROLLING = Disturbance.ROLLING.word();
  private static final String ROW = "  %-16s %8s %10s %10s %10s %7s %7s %7s";

  private final List<Outcome> outcomes;
  private final List<Course> timeline;
  private final List<Broken> broken;
  private final Map<String, String> settings;
  private final Map<String, String> machine;
  private final Map<String, String> versions;
  private final List<KindSummary> kinds;

  FailoverReport(
      List<Outcome> outcomes,
      List<Course> timeline,
      List<Broken> broken,
      Map<String, String> settings,
      Map<String, String> machine,
      Map<String, String> versions) {
    this.outcomes = outcomes;
    this.timeline = timeline;
    this.broken = broken;
    this.settings = settings;
    this.machine = machine;
    this.versions = versions;
    this.kinds =
        Arrays.stream(Disturbance.values())
            .filter(kind -> outcomes.stream().anyMatch(o -> o.step().kind() == kind))
            .map(kind -> KindSummary.of(kind, of(kind)))
            .toList();
  }

  private List<Outcome> of(Disturbance kind) {
    return outcomes.stream().filter(o -> o.step().kind() == kind).toList();
  }

  /**
   * Whether after no failure anything had failed, or was lost or doubled, and the bed came through.
   */
  public boolean harmless() {
    return broken.isEmpty() && outcomes.stream().noneMatch(Outcome::isHarmful);
  }

  /** Writes all files; returns them. */
  public List<Path> write(Path directory) {
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("when", outcomes.isEmpty() ? "" : outcomes.get(outcomes.size() - 1).when());
    summary.put("settings", settings);
    summary.put("machine", machine);
    summary.put("versions", versions);
    summary.put("kinds", kinds);
    summary.put("broken", broken.stream().map(Broken::sentence).toList());
    try {
      List<Path> files = new ArrayList<>();
      files.add(Files.write(directory.resolve("summary.json"), JSON.writeValueAsBytes(summary)));
      files.addAll(write(directory, "timeline", picture(false)));
      if (isDrawn(true)) {
        files.addAll(write(directory, ROLLING, picture(true)));
      }
      files.add(
          Files.write(directory.resolve("report.html"), page().getBytes(StandardCharsets.UTF_8)));
      return files;
    } catch (IOException e) {
      throw ResultFolder.withoutReport(directory, "failover", e);
    }
  }

  private static List<Path> write(Path directory, String name, LineChart picture)
      throws IOException {
    return List.of(
        Files.write(directory.resolve(name + ".svg"), picture.svg()),
        Files.write(directory.resolve(name + ".png"), picture.png()));
  }

  /** Whether the picture of rolling restarts, or that of all else, has a kind to show. */
  private boolean isDrawn(boolean rolling) {
    return kinds.stream().anyMatch(kind -> kind.kind().equals(ROLLING) == rolling);
  }

  /**
   * Throughput around the disturbance, a line for each kind, the mean of all its times.
   *
   * @param rolling rolling restarts, which take much longer than the others; else the others
   */
  LineChart picture(boolean rolling) {
    String what = rolling ? "rolling restart" : "failure";
    LineChart chart =
        new LineChart("Requests answered around a " + what, "seconds since its begin", "requests/s")
            .fromX(-2);
    for (KindSummary kind : kinds) {
      if (kind.kind().equals(ROLLING) != rolling) {
        continue;
      }
      Map<Double, Double> means =
          timeline.stream()
              .filter(course -> course.step().kind().word().equals(kind.kind()))
              .collect(
                  Collectors.groupingBy(
                      course -> course.slice().seconds(),
                      TreeMap::new,
                      Collectors.averagingDouble(course -> course.slice().perSecond())));
      if (!means.isEmpty()) {
        chart.plain(
            kind.disturbance().label(),
            new ArrayList<>(means.keySet()),
            new ArrayList<>(means.values()));
      }
    }
    return chart;
  }

  private String page() {
    Page page = new Page("A shopping cart while nodes fail");
    long requests = kinds.stream().mapToLong(KindSummary::requests).sum();
    page.verdict(
        String.format(
            Locale.ROOT,
            "%,d requests through %d failures: failed %d, lost %d, doubled %d.%s",
            requests,
            outcomes.size(),
            kinds.stream().mapToLong(KindSummary::failed).sum(),
            kinds.stream().mapToLong(KindSummary::lost).sum(),
            kinds.stream().mapToLong(KindSummary::doubled).sum(),
            broken.isEmpty() ? "" : " Beds that broke besides: %d.".formatted(broken.size())),
        harmless());
    if (!broken.isEmpty()) {
      whatBroke(page);
    }
    byKind(page);
    whatClientsSaw(page);
    pictures(page);
    page.section("How it was measured");
    page.table(settings);
    page.table(machine);
    page.table(versions);
    return page.html();
  }

  private void pictures(Page page) {
    page.section("Around the failure");
    if (isDrawn(false)) {
      page.picture(
          picture(false), "Mean over all times of a kind, in steps of a quarter of a second.");
    }
    if (isDrawn(true)) {
      page.picture(
          picture(true),
          "One node after the other. Mean over all times that lasted so long, in steps of a quarter"
              + " of a second.");
    }
  }

  private void whatBroke(Page page) {
    page.section("What the bed did not come through");
    page.text(
        "Made again on a fresh bed, so the figures below are without these. What was lost or doubled"
            + " by a failure that broke the bed is not known.");
    page.list(broken.stream().map(Broken::sentence).toList());
  }

  private void byKind(Page page) {
    page.section("By kind of failure");
    page.text(
        "Milliseconds; the interval holds the mean with 95 % confidence. No outlier is left out. Seen:"
            + " how many of all times are in the figures. Noticed: until all other nodes have"
            + " a view without the node. Copies whole: until those nodes miss no copy. Together"
            + " again: from its end (the node is started, goes on, is reached) until all nodes are"
            + " in one view and miss no copy; of a rolling restart both are of the node that took"
            + " longest. Whole roll: from the first stop until all are together after the last. A status is asked for every 50 ms, so times are that"
            + " exact. 90 % throughput: until a second holds 90 % of the good answers of a second"
            + " before the failure.");
    page.table(TimesTable.HEAD, TimesTable.rows(kinds));
  }

  private void whatClientsSaw(Page page) {
    page.section("What clients saw");
    page.text(
        "The longest wait of each client from one answer to the next, milliseconds; of all clients"
            + " and times of a kind. A client that was not answered any more has waited until the end"
            + " of the load, and its request has failed. What is lost or doubled after one failure and"
            + " in order again after a later one stays counted.");
    page.table(
        List.of(
            "failure",
            "#clients",
            "#median",
            "#95 %",
            "#99 %",
            "#longest",
            "#longest, mean",
            "#longest, median",
            "#requests",
            "#failed",
            "#lost",
            "#doubled"),
        kinds.stream().map(FailoverReport::clients).toList());
  }

  private static List<String> clients(KindSummary k) {
    return List.of(
        k.disturbance().label(),
        "" + k.clients(),
        TimesTable.millis(k.stallMedian()),
        TimesTable.millis(k.stall95()),
        TimesTable.millis(k.stall99()),
        TimesTable.millis(k.stallGreatest()),
        interval(k.longestStall()),
        k.longestStall() == null ? "–" : TimesTable.millis(k.longestStall().median()),
        String.format(Locale.ROOT, "%,d", k.requests()),
        "" + k.failed(),
        "" + k.lost(),
        "" + k.doubled());
  }

  /** The figures for the terminal. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("How long failures took, milliseconds; no outlier is left out");
    lines.addAll(TimesTable.lines(kinds));
    lines.add("");
    lines.add("How long clients waited, milliseconds, and what became of their requests");
    lines.add(
        ROW.formatted(
            "failure", "clients", "median", "99 %", "longest", "failed", "lost", "doubled"));
    for (KindSummary k : kinds) {
      lines.add(
          ROW.formatted(
              k.disturbance().label(),
              k.clients(),
              TimesTable.millis(k.stallMedian()),
              TimesTable.millis(k.stall99()),
              TimesTable.millis(k.stallGreatest()),
              k.failed(),
              k.lost(),
              k.doubled()));
    }
    broken.forEach(one -> lines.add("  " + one.sentence()));
    return lines;
  }

  private static String interval(Summary summary) {
    return summary == null
        ? "–"
        : "%s (%s)".formatted(TimesTable.millis(summary.mean()), TimesTable.interval(summary));
  }
}
