package org.g2cl.loadtest.failover;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.g2cl.loadtest.audit.Harm;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.experiment.BrokenRuns;
import org.g2cl.loadtest.experiment.CsvFile;
import org.g2cl.loadtest.experiment.ExperimentRuns;
import org.g2cl.loadtest.experiment.Interruption;
import org.g2cl.loadtest.experiment.MadeWith;
import org.g2cl.loadtest.experiment.Narrator;
import org.g2cl.loadtest.experiment.Opening;
import org.g2cl.loadtest.experiment.ResultFolder;
import org.g2cl.loadtest.experiment.TimeLeft;
import org.g2cl.loadtest.load.LoadException;

/** Failures under load in a directory: those made so far, and the making of the others. */
public final class FailoverRuns implements ExperimentRuns {
  private static final String TIMELINE = "timeline.csv";
  private static final int MOST_FAILURES = 3;

  private final Path directory;
  private final FailoverSettings settings;
  private final BedSettings bedSettings;
  private final Interruption interruption = new Interruption();
  private volatile FailoverBed bed;
  private CsvFile results;
  private CsvFile timeline;
  private BrokenRuns broken;
  private Harm before;
  private TimeLeft timeLeft;
  private int failures;

  /** Experiment of which nothing is looked at yet. */
  public FailoverRuns(Path directory, FailoverSettings settings, BedSettings bedSettings) {
    this.directory = directory;
    this.settings = settings;
    this.bedSettings = bedSettings;
  }

  @Override
  public Path directory() {
    return directory;
  }

  @Override
  public void open(Opening opening) {
    results = folder().open(opening, csv -> !remaining(csv).isEmpty());
    timeline = folder().openBeside(results, TIMELINE, Course.COLUMNS);
    broken = BrokenRuns.open(directory, Broken.RUN);
  }

  @Override
  public void openForReport() {
    results = folder().openForReport();
    timeline = CsvFile.openToRead(directory.resolve(TIMELINE), Course.COLUMNS);
    broken = BrokenRuns.openToRead(directory, Broken.RUN);
  }

  private ResultFolder folder() {
    return new ResultFolder(directory, "failover", described(), Outcome.COLUMNS);
  }

  private Map<String, String> described() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("kinds", settings.kinds().stream().map(Disturbance::word).toList().toString());
    values.put("rounds", "" + settings.rounds());
    values.put("clients", "" + settings.clients());
    values.put("warm-up", settings.warmUp().toString());
    values.put("pause", settings.pause().toString());
    values.put("seed", "" + settings.seed());
    values.put(ResultFolder.RUNS, "" + settings.plan().size());
    values.putAll(bedSettings.described());
    values.put("backups", "" + bedSettings.backups());
    values.put("settings of nodes", bedSettings.business().settings().toString());
    return values;
  }

  private List<FailoverSettings.Step> remaining(CsvFile csv) {
    Set<FailoverSettings.Step> done =
        csv.rows(Outcome::of).stream().map(Outcome::step).collect(Collectors.toSet());
    return settings.plan().stream().filter(step -> !done.contains(step)).toList();
  }

  @Override
  public int made() {
    return settings.plan().size() - new HashSet<>(remaining(results)).size();
  }

  @Override
  public int planned() {
    return settings.plan().size();
  }

  @Override
  public void run(Tools tools, Narrator narrator) throws InterruptedException {
    List<FailoverSettings.Step> steps = new ArrayList<>(remaining(results));
    timeLeft = timeLeft(steps);
    try {
      while (!steps.isEmpty()) {
        FailoverSettings.Step step = steps.get(0);
        if ((bed != null || isReady(step, tools, narrator)) && made(step, narrator)) {
          steps.remove(0);
        }
      }
    } finally {
      close();
    }
  }

  /** A start, and the disturbances of each kind. */
  private TimeLeft timeLeft(List<FailoverSettings.Step> steps) {
    int[] left = new int[1 + Disturbance.values().length];
    double[] guesses = new double[left.length];
    left[0] = 1;
    guesses[0] = 60;
    Arrays.fill(guesses, 1, guesses.length, 20);
    guesses[part(Disturbance.ROLLING)] = 15.0 * bedSettings.businessNodes();
    steps.forEach(step -> left[part(step.kind())]++);
    return new TimeLeft(left, guesses);
  }

  private static int part(Disturbance kind) {
    return 1 + List.of(Disturbance.values()).indexOf(kind);
  }

  /** Whether a fresh bed came through the warm-up. */
  private boolean isReady(FailoverSettings.Step next, Tools tools, Narrator narrator)
      throws InterruptedException {
    long begin = System.nanoTime();
    start(tools, narrator);
    try {
      before = bed.warmUp(settings.warmUp());
      return true;
    } catch (BedException | LoadException e) {
      failed(next.round(), Broken.WARM_UP, e, narrator);
      return false;
    } finally {
      timeLeft.done(0, (System.nanoTime() - begin) / 1e9);
    }
  }

  private void start(Tools tools, Narrator narrator) {
    narrator.say("Starting %d business nodes".formatted(bedSettings.businessNodes()));
    FailoverBed fresh = new FailoverBed(bedSettings, tools, settings.clients());
    bed = fresh;
    if (interruption.hasCome()) {
      fresh.abort();
    }
    fresh.start();
  }

  private boolean made(FailoverSettings.Step step, Narrator narrator) throws InterruptedException {
    long begin = System.nanoTime();
    narrator.progress(
        "%s, round %d of %d  %s left"
            .formatted(step.kind().label(), step.round(), settings.rounds(), timeLeft));
    Trial.Found found;
    try {
      found = Trial.run(bed, settings, step, before);
    } catch (BedException | LoadException e) {
      failed(step.round(), step.kind().word(), e, narrator);
      return false;
    }
    before = found.after();
    keep(found);
    failures = 0;
    timeLeft.done(part(step.kind()), (System.nanoTime() - begin) / 1e9);
    narrator.say(told(found.outcome()));
    return true;
  }

  /** The line that counts first: else a failure that is made again may have left half a course. */
  private void keep(Trial.Found found) {
    results.append(found.outcome().line());
    FailoverSettings.Step step = found.outcome().step();
    for (Slices.Slice slice : found.slices()) {
      timeline.append(new Course(step, slice).line());
    }
  }

  private static String told(Outcome outcome) {
    double longest = outcome.stalls().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    return String.format(
        Locale.ROOT,
        "%s, round %d: noticed after %s, copies whole after %s, longest wait of a client %.0f ms; %,d requests, failed %d, lost %d, doubled %d",
        outcome.step().kind().label(),
        outcome.step().round(),
        words(outcome.detection()),
        words(outcome.redundancy()),
        longest,
        outcome.requests(),
        outcome.failed(),
        outcome.lost(),
        outcome.doubled());
  }

  private static String words(double millis) {
    return millis < 0 ? "–" : String.format(Locale.ROOT, "%,.0f ms", millis);
  }

  private void failed(int round, String kind, RuntimeException failure, Narrator narrator)
      throws InterruptedException {
    String logs = keepBroken(round, kind, failure);
    failures++;
    if (failures >= MOST_FAILURES) {
      narrator.say("The bed broke" + logs);
      throw failure;
    }
    narrator.say("The bed is started anew: " + failure.getMessage() + logs);
    timeLeft.again(0);
    close();
  }

  /**
   * Keeps what the bed did not come through, with its logs.
   *
   * @param kind name of the disturbance, or {@link Broken#WARM_UP}
   * @return where the logs are, to be put after the failure
   * @throws RuntimeException the failure, when it is an interruption's
   */
  String keepBroken(int round, String kind, RuntimeException failure) throws InterruptedException {
    if (interruption.isTheReason()) {
      throw failure;
    }
    return broken.keep(
        List.of("" + round, kind),
        "%s-round-%d".formatted(kind, round),
        failure,
        bedSettings.directory().resolve("logs"));
  }

  private void close() {
    FailoverBed last = bed;
    if (last != null) {
      last.close();
      bed = null; // not before: an interruption meanwhile waits for its end
    }
  }

  @Override
  public void abort() {
    interruption.come();
    FailoverBed last = bed;
    if (last != null) {
      last.abort();
    }
  }

  /** Report of the disturbances made so far. */
  public FailoverReport report() {
    MadeWith with = folder().madeWith();
    return new FailoverReport(
        results.rows(Outcome::of),
        timeline.rows(Course::of),
        broken.rows(Broken::of),
        with.settings(),
        with.machine(),
        with.versions());
  }
}
