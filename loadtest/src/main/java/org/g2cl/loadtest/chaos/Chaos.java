package org.g2cl.loadtest.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.g2cl.Registration;
import org.g2cl.cmi.client.HaClient;
import org.g2cl.loadtest.audit.OrderRow;
import org.g2cl.loadtest.audit.Orders;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.TestBed;

/**
 * One run: clients shop on a bed that has been started, faults are done to it, a checker decides.
 */
public final class Chaos {
  private static final Duration HEAL = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /**
   * Longer than a member must be silent to be suspected, counted from the healing, from which on
   * all can be heard: else the next fault would be a second one. A connection that stays silent
   * longer may still make it one.
   */
  private static final Duration SUSPICION = Duration.ofSeconds(10);

  /** In which a view is seen that a suspicion has made at the last moment. */
  private static final Duration CALM = Duration.ofSeconds(3);

  /** After faults that leave no suspicion behind. */
  private static final Duration SHORT_CALM = Duration.ofSeconds(1);

  /** Four times as long as a client tries. */
  private static final Duration LONGEST_CALL = Duration.ofMinutes(2);

  /** For all carts of a client; on a whole bed it takes seconds. */
  private static final Duration LONGEST_SETTLING = Duration.ofMinutes(10);

  private static final Duration WARM_UP = Duration.ofSeconds(5);
  private static final int REST_EVERY = 5;
  private static final int REST_EVERY_KILLS = 20;

  private final ChaosSettings settings;
  private final TestBed bed;
  private final Consumer<String> say;
  private final Clock clock = new Clock();
  private final Gate gate = new Gate();
  private final Recovery recovery;
  private final Disturber disturber;
  private final List<Fault> faults = new ArrayList<>();
  private final List<Violation> violations = new ArrayList<>();

  /**
   * A run.
   *
   * @param bed a bed that was started
   * @param say told in a sentence what happens
   */
  public Chaos(ChaosSettings settings, TestBed bed, Consumer<String> say) {
    this.settings = settings;
    this.bed = bed;
    this.say = say;
    this.recovery = new Recovery(bed.business(), settings.nodes(), settings.backups());
    this.disturber = new Disturber(bed, clock, say);
  }

  /** File with the history of a run in this directory. */
  public static Path historyFile(Path directory) {
    return directory.resolve("history.tsv");
  }

  /** Runs, and gives what came of it; violations are not thrown but told. */
  public ChaosReport run() throws InterruptedException {
    Path file = historyFile(settings.directory());
    List<Shopping> clients;
    Orders orders = new Orders(bed.database());
    long lastOrder = orders.lastOrder();
    Registration registration = HaClient.install().addListener(CartCalls.listener());
    try (History history = new History(file, clock)) {
      clients = clients(history);
      List<Thread> threads = start(clients);
      try {
        TimeUnit.MILLISECONDS.sleep(WARM_UP.toMillis());
        disturb(history);
        atRest();
      } finally {
        giveUp(gate.end(LONGEST_CALL));
        for (int i = 0; i < clients.size(); i++) {
          if (!gate.holds(clients.get(i))) {
            threads.get(i).join();
          }
        }
      }
      say.accept("All clients audit and close their carts");
      settle(clients.stream().filter(client -> !gate.holds(client)).toList());
    } finally {
      registration.close();
    }
    return judge(file, orders.after(lastOrder));
  }

  private List<Shopping> clients(History history) {
    String servers = String.join(",", bed.business().servers());
    return IntStream.rangeClosed(1, settings.clients())
        .mapToObj(i -> new Shopping(i, servers, settings.pause(), history, gate, settings.seed()))
        .toList();
  }

  private static List<Thread> start(List<Shopping> clients) {
    return clients.stream()
        .map(
            client -> {
              Thread thread = new Thread(client, "client-" + client.number());
              thread.setDaemon(true);
              thread.start();
              return thread;
            })
        .toList();
  }

  private void settle(List<Shopping> clients) throws InterruptedException {
    long end = System.nanoTime() + LONGEST_SETTLING.toNanos();
    List<Thread> threads =
        clients.stream()
            .map(client -> new Thread(() -> client.settle(end), "settle-" + client.number()))
            .toList();
    for (Thread thread : threads) {
      thread.setDaemon(true);
      thread.start();
    }
    for (int i = 0; i < threads.size(); i++) {
      long left = end + LONGEST_CALL.toNanos() - System.nanoTime();
      threads.get(i).join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
      if (threads.get(i).isAlive()) {
        giveUp(List.of(clients.get(i)));
      }
    }
  }

  private void giveUp(List<?> clients) {
    for (Object client : clients) {
      violate(
          Violation.Kind.NO_RETURN,
          "%s: has not returned for %d min".formatted(client, LONGEST_CALL.toMinutes()));
    }
  }

  private void disturb(History history) throws InterruptedException {
    boolean counted = settings.kills() > 0;
    long begin = clock.micros();
    for (PlannedFault plan : settings.schedule()) {
      long left = begin + plan.at().toMillis() * 1_000 - clock.micros();
      if (left > 0) {
        TimeUnit.MICROSECONDS.sleep(left);
      }
      if (!counted && clock.micros() - begin > settings.length().toMillis() * 1_000) {
        break;
      }
      history.requireWritten();
      faults.add(whole(disturb(plan)));
      if (faults.get(faults.size() - 1).whole() == 0) {
        say.accept("The bed does not become whole again: no further faults");
        return;
      }
      if (faults.size() % (counted ? REST_EVERY_KILLS : REST_EVERY) == 0) {
        atRest();
        gate.open();
      }
    }
  }

  private Fault disturb(PlannedFault plan) throws InterruptedException {
    try {
      return disturber.run(plan);
    } catch (BedException e) {
      violate(Violation.Kind.NODE_ENDED, plan.kind().description() + ": " + e.getMessage());
      long now = clock.micros();
      return new Fault(
          plan.kind(), "did not go as planned", List.of(), now, now, now, 0, Waits.NONE);
    }
  }

  /** Starts again what has ended, and waits until the bed is whole. */
  private Fault whole(Fault fault) throws InterruptedException {
    List<String> wrong = recovery.awaitWhole(HEAL);
    boolean late = !wrong.isEmpty();
    if (late) {
      violate(
          Violation.Kind.NOT_WHOLE,
          "%s (%s), 30 s after the healing: %s".formatted(fault.kind(), fault.text(), wrong));
    }
    for (String name : bed.business().ended()) {
      violate(Violation.Kind.NODE_ENDED, name + " ended by itself after " + fault.text());
    }
    startAgain();
    if (late) {
      wrong = recovery.awaitWhole(PATIENCE);
    }
    Duration since = Duration.of(clock.micros() - fault.healed(), ChronoUnit.MICROS);
    Duration calm = calmAfter(fault.kind(), since);
    long now = wrong.isEmpty() ? recovery.awaitCalm(PATIENCE, calm, clock) : 0;
    if (!late && !isWholeInTime(fault.healed(), now)) {
      violate(
          Violation.Kind.NOT_WHOLE,
          "%s (%s), whole at first, but not for good within 30 s of the healing"
              .formatted(fault.kind(), fault.text()));
    }
    if (now == 0) {
      return fault;
    }
    say.accept(
        String.format(
            Locale.ROOT, "whole again, %.1f s after the healing", (now - fault.healed()) / 1e6));
    return fault.wholeAt(now);
  }

  /**
   * Tells whether a bed was whole for good in the time promised.
   *
   * @param whole when the while began in which nothing was wrong; 0 when it never did
   */
  static boolean isWholeInTime(long healed, long whole) {
    return whole > 0 && whole - healed <= HEAL.toMillis() * 1_000;
  }

  /**
   * How long a bed is to be whole after a fault of that kind before the next one.
   *
   * @param sinceHealing how long after the healing it has become whole
   */
  static Duration calmAfter(FaultKind kind, Duration sinceHealing) {
    if (!kind.leavesSuspicions()) {
      return SHORT_CALM;
    }
    Duration left = SUSPICION.minus(sinceHealing);
    return left.compareTo(CALM) > 0 ? left : CALM;
  }

  private void startAgain() {
    for (String name : bed.business().down()) {
      say.accept("starting " + name + " again");
      try {
        bed.business().start(name);
      } catch (BedException e) {
        violate(Violation.Kind.NODE_ENDED, e.getMessage());
      }
    }
  }

  /** Lets nobody call for a moment, in which all copies must become equal. */
  private void atRest() throws InterruptedException {
    giveUp(gate.shut(LONGEST_CALL));
    List<String> wrong = recovery.awaitEqual(HEAL);
    if (wrong.isEmpty()) {
      say.accept("at rest: all copies are equal");
    } else {
      violate(Violation.Kind.COPIES_DIFFER, "30 s at rest: " + wrong);
    }
  }

  private void violate(Violation.Kind kind, String text) {
    violations.add(new Violation(kind, text));
    say.accept("VIOLATION " + kind + ": " + text);
  }

  private ChaosReport judge(Path file, List<OrderRow> orders) {
    Checker checker = new Checker();
    Measures measures = new Measures(faults);
    History.read(
        file,
        operation -> {
          checker.add(operation);
          measures.add(operation);
        });
    List<Fault> measured = measures.faults();
    violations.addAll(checker.finish(orders));
    violations.addAll(Failovers.violations(measured));
    return new ChaosReport(
        settings, measured, violations, measures.seconds(), checker, clock.micros() / 1e6);
  }
}
