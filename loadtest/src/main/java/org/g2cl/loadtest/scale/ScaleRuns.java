package org.g2cl.loadtest.scale;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.NodeShape;
import org.g2cl.loadtest.bed.TestBed;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.bed.Workspace;
import org.g2cl.loadtest.experiment.BedProcesses;
import org.g2cl.loadtest.experiment.CsvFile;
import org.g2cl.loadtest.experiment.ExperimentRuns;
import org.g2cl.loadtest.experiment.MadeWith;
import org.g2cl.loadtest.experiment.Narrator;
import org.g2cl.loadtest.experiment.Opening;
import org.g2cl.loadtest.experiment.ResultFolder;
import org.g2cl.loadtest.experiment.TimeLeft;
import org.g2cl.loadtest.scale.ScalePlan.Step;

/** Measurements of growth in a directory: those made so far, and the making of the others. */
public final class ScaleRuns implements ExperimentRuns {
  private static final int SESSIONS_A_SECOND = 500;
  private static final int START_SECONDS = 15;

  private final Path directory;
  private final ScaleSettings settings;
  private final BedSettings bedSettings;
  private volatile TestBed bed;
  private volatile boolean aborted;
  private CsvFile results;
  private TimeLeft timeLeft;

  /**
   * Experiment of which nothing is looked at yet.
   *
   * @param bedSettings what its beds have in common; how many nodes and backups, a point says
   */
  public ScaleRuns(Path directory, ScaleSettings settings, BedSettings bedSettings) {
    this.directory = directory;
    this.settings = settings;
    this.bedSettings = bedSettings;
  }

  @Override
  public Path directory() {
    return directory;
  }

  /** Memory that the largest bed needs, in MB. */
  public int memory() {
    return settings.points().stream()
        .mapToInt(point -> bedSettings(point.bed()).memory())
        .max()
        .orElse(0);
  }

  @Override
  public void open(Opening opening) {
    results = folder().open(opening, csv -> !remaining(csv).isEmpty());
  }

  @Override
  public void openForReport() {
    results = folder().openForReport();
  }

  private ResultFolder folder() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("points", ScalePoint.words(settings.points()));
    values.put(ResultFolder.RUNS, "" + planned());
    values.put("rounds", "" + settings.rounds());
    values.put("callers", "" + settings.callers());
    values.put("longest warm-up", settings.warmUp().toString());
    values.put("duration", settings.duration().toString());
    values.put("seed", "" + settings.seed());
    Map<String, String> bedValues = new LinkedHashMap<>(bedSettings.described());
    values.put("each node", bedValues.get("each business node"));
    bedValues.keySet().removeIf(name -> name.contains(" node")); // which a point says
    values.putAll(bedValues);
    return new ResultFolder(directory, "scale", values, ScaleRun.COLUMNS);
  }

  @Override
  public int planned() {
    return settings.points().size() * settings.rounds();
  }

  @Override
  public int made() {
    return planned() - remaining(results).size();
  }

  private List<Step> remaining(CsvFile csv) {
    Set<Step> done =
        csv.rows(ScaleRun::of).stream()
            .map(run -> new Step(run.round(), run.point()))
            .collect(Collectors.toCollection(HashSet::new));
    return ScalePlan.of(settings).stream().filter(step -> !done.contains(step)).toList();
  }

  @Override
  public void run(Tools tools, Narrator narrator) throws InterruptedException {
    List<Step> steps = new ArrayList<>(remaining(results));
    timeLeft = estimate(steps);
    while (!steps.isEmpty()) {
      ScalePoint.Bed wanted = steps.get(0).point().bed();
      List<Step> together = new ArrayList<>();
      int round = steps.get(0).round();
      while (!steps.isEmpty()
          && steps.get(0).round() == round
          && steps.get(0).point().bed().equals(wanted)) {
        together.add(steps.remove(0));
      }
      measure(wanted, together, tools, narrator);
    }
  }

  /** A start is taken to need the longest warm-up until one was measured. */
  private TimeLeft estimate(List<Step> steps) {
    int starts =
        (int)
            steps.stream().map(step -> step.round() + "/" + step.point().bed()).distinct().count();
    double creating =
        steps.stream().mapToDouble(step -> (double) step.point().sessions()).sum()
            / SESSIONS_A_SECOND
            / Math.max(1, steps.size());
    return new TimeLeft(
        new int[] {starts, steps.size()},
        new double[] {START_SECONDS + settings.warmUp().toSeconds(), seconds() * 5 / 4 + creating});
  }

  private double seconds() {
    return settings.duration().toMillis() / 1e3;
  }

  @SuppressWarnings("try") // the directory is held as long as the bed runs
  private void measure(ScalePoint.Bed wanted, List<Step> steps, Tools tools, Narrator narrator) {
    narrator.say(
        "%d nodes, backups %d; %s left".formatted(wanted.nodes(), wanted.backups(), timeLeft));
    long begin = System.nanoTime();
    BedSettings wantedSettings = bedSettings(wanted);
    try (Workspace workspace = Workspace.take(wantedSettings.directory())) {
      TestBed fresh = new TestBed(wantedSettings, tools, ready -> {});
      bed = fresh;
      try {
        requireNotAborted();
        fresh.start();
        String servers = String.join(",", fresh.business().servers());
        try (Callers callers = new Callers(servers, settings.callers())) {
          callers.prepare(steps.get(0).point().sessions(), steps.get(0).point().bytes());
          WarmUp warmUp = WarmUp.of(settings.warmUp(), round -> callsPerSecond(callers, round));
          narrator.say(told(warmUp));
          timeLeft.done(0, (System.nanoTime() - begin) / 1e9);
          steps.forEach(step -> measure(step, warmUp.steady(), callers, fresh, narrator));
        }
      } finally {
        fresh.abort();
      }
    }
  }

  private static double callsPerSecond(Callers callers, Duration round) {
    long begin = System.nanoTime();
    long calls = callers.call(round, true).getTotalCount();
    return calls * 1e9 / (System.nanoTime() - begin);
  }

  private static String told(WarmUp warmUp) {
    return String.format(
        Locale.ROOT,
        warmUp.steady()
            ? "  warm after %.0f s of calls: the last quarter of the longest warm-up was no faster"
            : "  not known to be warm after %.0f s of calls: they still got faster; give a longer --warm-up, or a quiet machine",
        warmUp.seconds());
  }

  private void requireNotAborted() {
    if (aborted) {
      throw BedException.bed("the experiment was interrupted");
    }
  }

  private void measure(
      Step step, boolean steady, Callers callers, TestBed fresh, Narrator narrator) {
    long begin = System.nanoTime();
    ScalePoint point = step.point();
    callers.prepare(point.sessions(), point.bytes());
    callers.call(settings.duration().dividedBy(4), point.delta());
    BedProcesses processes = BedProcesses.of(fresh, bedDirectory());
    double before = processes.cpuMillis().getOrDefault("business", 0.0);
    Histogram times = callers.call(settings.duration(), point.delta());
    double cpu = processes.cpuMillis().getOrDefault("business", 0.0) - before;
    long calls = Math.max(1, times.getTotalCount());
    ScaleRun run =
        new ScaleRun(
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            step.round(),
            point,
            steady,
            calls,
            times.getMean(),
            times.getValueAtPercentile(50),
            times.getValueAtPercentile(99),
            calls / seconds(),
            cpu * 1_000 / calls,
            processes.residentMegabytes("business") / point.nodes());
    results.append(run.line());
    timeLeft.done(1, (System.nanoTime() - begin) / 1e9);
    narrator.progress(told(run) + "  " + timeLeft + " left");
  }

  private static String told(ScaleRun run) {
    ScalePoint point = run.point();
    return String.format(
        Locale.ROOT,
        "round %d  %d nodes, backups %d, %.1f KB%s, %,d sessions: %,.0f µs, %,.0f/s, %.0f µs CPU",
        run.round(),
        point.nodes(),
        point.backups(),
        point.kilobytes(),
        point.delta() ? "" : " all changed",
        point.sessions(),
        run.mean(),
        run.throughput(),
        run.cpu());
  }

  private BedSettings bedSettings(ScalePoint.Bed wanted) {
    NodeShape shape =
        bedSettings.business().withJvmOptions(List.of("-D" + BallastBean.SWITCH + "=true"));
    return bedSettings
        .in(bedDirectory())
        .business(wanted.nodes(), shape)
        .web(0, shape)
        .replication(true, wanted.backups())
        .build();
  }

  private Path bedDirectory() {
    return directory.resolve("bed");
  }

  @Override
  public void abort() {
    aborted = true;
    TestBed last = bed;
    if (last != null) {
      last.abort();
    }
  }

  /** Report of the measurements made so far. */
  public ScaleReport report() {
    MadeWith with = folder().madeWith();
    return new ScaleReport(
        results.rows(ScaleRun::of), with.settings(), with.machine(), with.versions());
  }
}
