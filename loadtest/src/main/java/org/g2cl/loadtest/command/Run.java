package org.g2cl.loadtest.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.TestBed;
import org.g2cl.loadtest.load.AbResult;
import org.g2cl.loadtest.load.AccessLog;
import org.g2cl.loadtest.load.Hit;
import org.g2cl.loadtest.load.Load;
import org.g2cl.loadtest.load.LoadException;
import org.g2cl.loadtest.load.Round;
import org.g2cl.loadtest.node.NodeStatus;
import org.g2cl.loadtest.report.Event;
import org.g2cl.loadtest.statistics.SteadyState;

/** The load on the bed: warm-up rounds, then the measured run with a kill and a join. */
final class Run {
  private static final long LEAST = 5_000;
  private static final int POLL_MILLIS = 200;
  private static final int FIRST_ROUND = 10;
  private static final int ROUND_SECONDS = 3;

  /** Part of the longest warm-up in which nothing must get faster. */
  private static final int STEADY_PART = 4;

  private static final int LEAST_STEADY_ROUNDS = 3;

  private final Terminal terminal;
  private final TestBed bed;
  private final Load load;
  private final DemoOptions options;
  private final AccessLog log;
  private final List<Hit> warmUpHits = new ArrayList<>();
  private final List<Hit> hits = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private AbResult warmUpCounted = AbResult.NONE;
  private AbResult counted = AbResult.NONE;
  private long planned;
  private CompletableFuture<String> joining;

  Run(Terminal terminal, TestBed bed, Load load, DemoOptions options) {
    this.terminal = terminal;
    this.bed = bed;
    this.load = load;
    this.options = options;
    this.log = new AccessLog(bed.accessLog());
  }

  /**
   * Loads the bed in rounds until it has ceased to get faster.
   *
   * @param longest time after which no round is begun
   * @return requests for each client of the run, by the speed of the last round
   */
  long warmUp(Duration longest) throws InterruptedException {
    long begun = System.nanoTime();
    long end = begun + longest.toNanos();
    long each = FIRST_ROUND;
    double perSecond = 1;
    int steadyRounds = steadyRounds(longest);
    SteadyState steady = new SteadyState(steadyRounds);
    for (int round = 1; System.nanoTime() < end && !steady.isReached(); round++) {
      long begin = System.nanoTime();
      Round warm = load.start("warm" + round, each);
      drive(new Progress(log, "warm" + round, warmUpHits), warm, each, () -> {});
      warmUpCounted = warmUpCounted.plus(sum(warm));
      requireGoodAnswers();
      perSecond = each * options.clients / seconds(begin);
      steady.add(perSecond);
      each = Math.max(FIRST_ROUND, Math.round(perSecond * ROUND_SECONDS / options.clients));
    }
    terminal.say(
        String.format(
            Locale.ROOT,
            steady.isReached()
                ? "Warm after %.0f s: the last %d rounds of load were no faster"
                : "Not known to be warm after %.0f s: one of the last %d rounds was faster than before, or there were fewer; give a longer --warm-up, or a quiet machine",
            seconds(begun),
            steadyRounds));
    return requestsEach(perSecond);
  }

  private static int steadyRounds(Duration longest) {
    return (int) Math.max(LEAST_STEADY_ROUNDS, longest.toSeconds() / STEADY_PART / ROUND_SECONDS);
  }

  /** Nothing has been killed yet: a failure means that the shop does not work. */
  private void requireGoodAnswers() {
    long failed = warmUpHits.stream().filter(hit -> !hit.isOk()).count();
    if (failed > 0) {
      throw new LoadException(
          "%d of %d requests of the warm-up failed; asked once more, the shop says: %s. See the logs of the nodes."
              .formatted(failed, warmUpHits.size(), load.shoppers().get(0).step().strip()));
    }
  }

  long requestsEach(double perSecond) {
    double total =
        options.requests > 0 ? options.requests : Math.max(LEAST, perSecond * options.duration);
    return Math.max(1, (long) Math.ceil(total / options.clients));
  }

  /** Runs the measured load. */
  void measure(long each, boolean kill) throws InterruptedException {
    planned = each * options.clients;
    terminal.say(
        String.format(
            Locale.ROOT,
            "Run: %,d requests by %d clients%s",
            planned,
            options.clients,
            kill ? "" : "; no kill, the stock container would lose the carts of the dead node"));
    Round round = load.start("run", each);
    Progress progress = new Progress(log, "run", hits);
    drive(progress, round, each, () -> disturb(kill, progress.done()));
    counted = sum(round);
    if (joining != null) {
      joined();
    }
    bed.check();
  }

  /** Requests of the measured run. */
  List<Hit> hits() {
    return hits;
  }

  /** Requests that the run was planned for. */
  long planned() {
    return planned;
  }

  /** What the clients of the measured run counted. */
  AbResult counted() {
    return counted;
  }

  /** What the clients of the warm-up counted. */
  AbResult warmUpCounted() {
    return warmUpCounted;
  }

  /** Requests of the warm-up. */
  List<Hit> warmUpHits() {
    return warmUpHits;
  }

  /** What was done to the bed. */
  synchronized List<Event> events() {
    return List.copyOf(events);
  }

  /** Good answers that a client got, warm-up included, the one that opened its cart not. */
  long goodAnswers(int client) {
    return List.of(warmUpHits, hits).stream()
        .flatMap(List::stream)
        .filter(hit -> hit.client() == client && hit.isOk())
        .count();
  }

  private void drive(Progress progress, Round round, long each, Runnable disturbance)
      throws InterruptedException {
    long total = each * options.clients + progress.done();
    try {
      while (round.isRunning()) {
        Thread.sleep(POLL_MILLIS);
        progress.read();
        terminal.progress(progress.line(total));
        disturbance.run();
      }
      progress.read();
    } finally {
      round.stop();
    }
  }

  private void disturb(boolean kill, long done) {
    if (!kill) {
      return;
    }
    if (events().isEmpty() && done >= planned / 3) {
      NodeStatus victim = bed.killBusiest();
      add(new Event(Event.Kind.KILL, victim.name(), now()));
      terminal.say(
          "kill -9 of %s, which owned most carts: %d".formatted(victim.name(), victim.sessions()));
    }
    // a JVM takes half a minute to start under load: begun this early, it joins as the load ends
    if (joining == null && done >= planned * 0.4) {
      add(new Event(Event.Kind.START, "fresh node", now()));
      terminal.say("A fresh node is started");
      joining = CompletableFuture.supplyAsync(this::join);
    }
  }

  private String join() {
    String name = bed.join();
    add(new Event(Event.Kind.JOIN, name, now()));
    terminal.say(name + " has joined");
    return name;
  }

  private void joined() {
    try {
      joining.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof BedException failure) {
        throw failure;
      }
      throw e;
    }
  }

  private synchronized void add(Event event) {
    events.add(event);
  }

  private static AbResult sum(Round round) {
    return round.results().stream().reduce(AbResult.NONE, AbResult::plus);
  }

  private static long now() {
    return System.currentTimeMillis() * 1000;
  }

  private static double seconds(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }
}
