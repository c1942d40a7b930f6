package org.g2cl.loadtest.failover;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.g2cl.loadtest.audit.Harm;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.BusinessTier;
import org.g2cl.loadtest.bed.Network;
import org.g2cl.loadtest.load.Hit;
import org.g2cl.loadtest.load.Round;
import org.g2cl.loadtest.node.NodeStatus;
import org.g2cl.loadtest.report.Timeline;

/** One disturbance under load, from a whole bed to a whole bed. */
final class Trial {
  private static final Duration SETTLE = Duration.ofMillis(500);
  private static final long POLL_MILLIS = 10;
  private static final long POLL_ANSWERS_MILLIS = 100;

  private final FailoverBed bed;
  private final FailoverSettings settings;
  private final FailoverSettings.Step step;
  private final Watcher watcher;
  private final Set<String> all;
  private final List<Hit> hits = new ArrayList<>();
  private String victim = "";
  private long sessions;
  private long begin;
  private long beginMicros;
  private double detection = Outcome.NONE;
  private double redundancy = Outcome.NONE;
  private double whole = Outcome.NONE;
  private double roll = Outcome.NONE;

  /**
   * What a trial found.
   *
   * @param outcome its figures
   * @param slices answers around it
   * @param after what was done to carts and orders until its end
   */
  record Found(Outcome outcome, List<Slices.Slice> slices, Harm after) {}

  private Trial(FailoverBed bed, FailoverSettings settings, FailoverSettings.Step step) {
    this.bed = bed;
    this.settings = settings;
    this.step = step;
    this.all = bed.names();
    this.watcher = new Watcher(bed.nodes());
  }

  /**
   * Makes a disturbance.
   *
   * @param before what was done to carts before
   */
  static Found run(
      FailoverBed bed, FailoverSettings settings, FailoverSettings.Step step, Harm before)
      throws InterruptedException {
    Trial trial = new Trial(bed, settings, step);
    try {
      return trial.run(before);
    } finally {
      trial.watcher.close();
    }
  }

  private Found run(Harm before) throws InterruptedException {
    require(() -> isWhole(all), "be whole before the disturbance");
    Round round = bed.load();
    long lastWait;
    try {
      TimeUnit.MILLISECONDS.sleep(settings.lead().toMillis());
      choose();
      disturb();
      lastWait = now() + settings.tail().toMillis() * 1_000 / 2;
      TimeUnit.MILLISECONDS.sleep(settings.tail().toMillis());
      awaitAnswers(lastWait);
    } finally {
      round.stop();
    }
    long endMicros = now();
    TimeUnit.MILLISECONDS.sleep(SETTLE.toMillis());
    hits.addAll(bed.hits());
    mend();
    return found(lastWait, endMicros, before);
  }

  /** On a busy machine a client may wait beyond the tail; who is not answered at all has failed. */
  private void awaitAnswers(long lastWait) throws InterruptedException {
    long end = System.nanoTime() + settings.patience().toNanos();
    hits.addAll(bed.hits());
    while (Hit.unanswered(hits, settings.clients(), lastWait) > 0 && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(POLL_ANSWERS_MILLIS);
      hits.addAll(bed.hits());
    }
  }

  /** The node with most sessions. */
  private void choose() {
    NodeStatus busiest =
        all.stream()
            .map(watcher::of)
            .filter(status -> status != null)
            .max(Comparator.comparingInt(NodeStatus::sessions))
            .orElseThrow(() -> BedException.bed("no business node answers for its status"));
    victim = busiest.name();
    sessions = busiest.sessions();
  }

  private void disturb() throws InterruptedException {
    BusinessTier nodes = bed.bed().business();
    begin = System.nanoTime();
    beginMicros = now();
    switch (step.kind()) {
      case KILL -> {
        nodes.kill(victim);
        keep(watchOthers(victim, begin));
      }
      case PAUSE -> {
        nodes.pause(victim);
        watchOthersFor(settings.pause());
        nodes.resume(victim);
        whole = awaitWhole();
      }
      case RESTART -> {
        keep(leaveWatched(victim));
        nodes.start(victim);
        whole = awaitWhole();
      }
      case ROLLING -> roll();
      case PARTITION -> {
        cut(bed.network());
        watchOthersFor(settings.pause());
        bed.network().heal();
        whole = awaitWhole();
      }
    }
  }

  private void keep(Absence absence) {
    detection = absence.noticed();
    redundancy = absence.redundant();
  }

  private void roll() throws InterruptedException {
    Roll found = Roll.of(all, new Rolled(), System::nanoTime);
    redundancy = found.redundancy();
    whole = found.whole();
    roll = found.length();
  }

  private final class Rolled implements Roll.Nodes {
    @Override
    public double stop(String name) throws InterruptedException {
      return leaveWatched(name).redundant();
    }

    @Override
    public void start(String name) {
      bed.bed().business().start(name);
    }

    @Override
    public double awaitWhole() throws InterruptedException {
      return Trial.this.awaitWhole();
    }
  }

  /** The others may be through with it before its process has ended. */
  private Absence leaveWatched(String name) throws InterruptedException {
    long from = System.nanoTime();
    CompletableFuture<?> left = CompletableFuture.runAsync(() -> bed.bed().business().stop(name));
    Absence absence = watchOthers(name, from);
    try {
      left.join();
    } catch (CompletionException e) {
      throw BedException.bed(name + " could not be stopped: " + e.getCause(), e);
    }
    return absence;
  }

  private void cut(Network network) {
    for (String other : others(victim)) {
      network.block(victim, other);
      network.block(other, victim);
    }
  }

  /**
   * How long the others took to go on without a node, milliseconds.
   *
   * @param noticed until all had a view without it
   * @param redundant until they missed no copy
   */
  private record Absence(double noticed, double redundant) {}

  private Absence watchOthers(String name, long from) throws InterruptedException {
    Set<String> others = others(name);
    require(() -> isAmong(others), "have a view without " + name);
    double noticed = millis(from);
    require(() -> isWhole(others), "have all copies without " + name);
    return new Absence(noticed, millis(from));
  }

  private void watchOthersFor(Duration time) throws InterruptedException {
    Set<String> others = others(victim);
    long end = begin + time.toNanos();
    while (System.nanoTime() < end) {
      if (detection < 0 && isAmong(others)) {
        detection = millis(begin);
      }
      if (detection >= 0 && redundancy < 0 && isWhole(others)) {
        redundancy = millis(begin);
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private double awaitWhole() throws InterruptedException {
    long from = System.nanoTime();
    require(() -> isWhole(all), "be whole again");
    return millis(from);
  }

  /** Not under load: a killed node comes back for the next trial. */
  private void mend() throws InterruptedException {
    if (step.kind() == Disturbance.KILL) {
      bed.bed().business().start(victim);
      require(() -> isWhole(all), "be whole again");
    }
    bed.bed().check();
  }

  private Set<String> others(String name) {
    Set<String> others = new TreeSet<>(all);
    others.remove(name);
    return others;
  }

  private boolean isAmong(Set<String> names) {
    return watcher.all(names, status -> status.members().size() == names.size());
  }

  private boolean isWhole(Set<String> names) {
    return watcher.all(
        names, status -> status.members().size() == names.size() && status.copiesMissing() == 0);
  }

  private void require(BooleanSupplier condition, String what) throws InterruptedException {
    long end = System.nanoTime() + settings.patience().toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw BedException.bed(
            "%s, round %d: the nodes did not %s within %d s; they say: %s"
                .formatted(
                    step.kind().label(),
                    step.round(),
                    what,
                    settings.patience().toSeconds(),
                    all.stream().map(watcher::of).toList()));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private Found found(long lastWait, long endMicros, Harm before) {
    Timeline timeline = new Timeline(hits);
    long leadFrom =
        Math.max(timeline.start(), beginMicros - settings.lead().toMillis() * 1_000 / 2);
    long unanswered = Hit.unanswered(hits, settings.clients(), lastWait);
    Harm after = bed.harm();
    Outcome outcome =
        new Outcome(
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            step,
            sessions,
            detection,
            redundancy,
            whole,
            hits.size(),
            hits.stream().filter(hit -> !hit.isOk()).count() + unanswered,
            after.lost() - before.lost(),
            after.doubled() - before.doubled(),
            timeline.slice(leadFrom, beginMicros).throughputPerSecond(),
            timeline.recoveryMillis(leadFrom, beginMicros, endMicros).orElse(-1),
            roll,
            Stalls.of(hits, beginMicros, lastWait, endMicros));
    return new Found(outcome, Slices.of(hits, beginMicros, leadFrom, endMicros), after);
  }

  private static double millis(long since) {
    return (System.nanoTime() - since) / 1e6;
  }

  private static long now() {
    return System.currentTimeMillis() * 1000;
  }
}
