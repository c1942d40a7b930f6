package org.g2cl.loadtest.paper;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.experiment.BrokenRuns;
import org.g2cl.loadtest.experiment.CsvFile;
import org.g2cl.loadtest.experiment.Interruption;
import org.g2cl.loadtest.experiment.Narrator;
import org.g2cl.loadtest.experiment.TimeLeft;
import org.g2cl.loadtest.load.LoadException;

/**
 * The runs of a comparison, in the order of {@link Step#plan}; those that the file of results holds
 * already are left out.
 *
 * <p>All systems are up at the same time, but only the one that is measured runs: the others'
 * processes are stopped. When a run breaks, that is kept, with the logs of the system that broke;
 * all systems are started anew, and the run is made again.
 */
final class Experiment {
  private static final int START = 0;
  private static final int RUN = 1;
  private static final double SECONDS_TO_START = 25;
  private static final double SECONDS_AROUND_A_RUN = 1.5;
  private static final int MOST_FAILURES = 3;

  private final PaperSettings settings;
  private final Subject.Factory factory;
  private final CsvFile results;
  private final BrokenRuns broken;
  private final Interruption interruption;
  private final Narrator narrator;
  private final Map<Contender, Subject> subjects = new EnumMap<>(Contender.class);
  private TimeLeft timeLeft;
  private int runsMade;
  private int failuresInARow;

  /**
   * An experiment.
   *
   * @param results file of the {@link Run}s
   * @param broken the {@link Broken} ones
   */
  Experiment(
      PaperSettings settings,
      Subject.Factory factory,
      CsvFile results,
      BrokenRuns broken,
      Interruption interruption,
      Narrator narrator) {
    this.settings = settings;
    this.factory = factory;
    this.results = results;
    this.broken = broken;
    this.interruption = interruption;
    this.narrator = narrator;
  }

  /** Runs that the file of results holds. */
  static List<Run> runs(CsvFile results) {
    return results.rows(Run::of);
  }

  /** Runs of the plan that are still to be made. */
  static List<Step> remaining(PaperSettings settings, List<Run> made) {
    Set<Step> done = new HashSet<>();
    made.forEach(run -> done.add(run.step()));
    return Step.plan(settings).stream().filter(step -> !done.contains(step)).toList();
  }

  /**
   * Makes the runs that are missing.
   *
   * @throws BedException when a system does not start, or breaks again and again
   */
  void run() throws InterruptedException {
    List<Run> made = runs(results);
    List<Step> steps = new ArrayList<>(remaining(settings, made));
    int start = made.stream().mapToInt(Run::start).max().orElse(0);
    runsMade = settings.runs() - steps.size();
    timeLeft = estimate(steps);
    try {
      int planned = 0;
      while (!steps.isEmpty()) {
        Step step = steps.get(0);
        if (subjects.isEmpty() || settings.startOf(step.round()) != planned) {
          planned = settings.startOf(step.round());
          startAll(++start);
        }
        if (made(step, start)) {
          steps.remove(0);
        }
      }
    } finally {
      closeAll();
    }
  }

  private TimeLeft estimate(List<Step> steps) {
    int starts = (int) steps.stream().mapToInt(s -> settings.startOf(s.round())).distinct().count();
    return new TimeLeft(
        new int[] {starts * settings.systems().size(), steps.size()},
        new double[] {
          SECONDS_TO_START + settings.warmUp().toSeconds(),
          SECONDS_AROUND_A_RUN + seconds(settings.ramp()) + seconds(settings.duration())
        });
  }

  private static double seconds(java.time.Duration length) {
    return length.toMillis() / 1e3;
  }

  private void startAll(int start) throws InterruptedException {
    closeAll();
    for (Contender system : settings.systems()) {
      long begin = System.nanoTime();
      narrator.say(
          "Start %d: %s (%s); %s left"
              .formatted(start, system.word(), system.label(), timeLeft.toString()));
      Subject subject = factory.start(system);
      subjects.put(system, subject);
      subject.warmUp(settings.mostClients(), settings.warmUp());
      subject.pause();
      timeLeft.done(START, (System.nanoTime() - begin) / 1e9);
    }
  }

  /** Makes a run; tells whether that worked. */
  private boolean made(Step step, int start) throws InterruptedException {
    long begin = System.nanoTime();
    Subject subject = subjects.get(step.system());
    Measurement figures;
    try {
      subject.resume();
      figures = subject.measure(step.clients(), settings.ramp(), settings.duration());
      subject.pause();
    } catch (BedException | LoadException e) {
      failed(step, start, e);
      return false;
    }
    String when = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    results.append(new Run(when, start, step, figures).line());
    failuresInARow = 0;
    runsMade++;
    timeLeft.done(RUN, (System.nanoTime() - begin) / 1e9);
    narrator.progress(
        String.format(
            Locale.ROOT,
            "run %d of %d  round %d  %s, %d clients: %.1f ms, %,.0f/s%s  %s left",
            runsMade,
            settings.runs(),
            step.round(),
            step.system().word(),
            step.clients(),
            figures.mean(),
            figures.throughput(),
            figures.failed() == 0 ? "" : ", " + figures.failed() + " failed",
            timeLeft));
    return true;
  }

  private void failed(Step step, int start, RuntimeException failure) throws InterruptedException {
    if (interruption.isTheReason()) {
      throw failure;
    }
    String broke = "%s broke with %d clients".formatted(step.system().word(), step.clients());
    String logs =
        broken.keep(
            Broken.run(start, step),
            "%s-%d-clients".formatted(step.system().word(), step.clients()),
            failure,
            subjects.get(step.system()).logs());
    failuresInARow++;
    if (failuresInARow >= MOST_FAILURES) {
      narrator.say(broke + logs);
      throw failure;
    }
    narrator.say(
        "%s, all systems are started anew: %s%s".formatted(broke, failure.getMessage(), logs));
    for (int i = 0; i < settings.systems().size(); i++) {
      timeLeft.again(START);
    }
    closeAll();
  }

  /** Closes all systems, also when one cannot be closed; throws the first failure. */
  private void closeAll() {
    List<RuntimeException> failures = new ArrayList<>();
    for (Subject subject : subjects.values()) {
      try {
        subject.close();
      } catch (RuntimeException e) {
        failures.add(e);
      }
    }
    subjects.clear();
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }
}
