package org.g2cl.simulate;

import java.time.Duration;
import java.util.Set;

/**
 * One run of the real protocol code on virtual time: servers that crash, pause and lose each other,
 * clients that retry, a database, and the invariants checked at the end.
 *
 * <p>One seed and one plan give one history, on every machine.
 */
public final class Simulation {
  private static final Duration START = Duration.ofSeconds(2);

  /** After the end of the faults: views are merged and primary again. */
  private static final Duration HEALED = Duration.ofSeconds(10);

  /** Within which all members list what is bound, once nothing changes any more. */
  private static final Duration CONVERGED = Duration.ofSeconds(5);

  private final long seed;
  private final Plan plan;
  private final World world;
  private final Ledger ledger;
  private final Cluster cluster;
  private long lost;

  private Simulation(long seed, Plan plan) {
    this.seed = seed;
    this.plan = plan.drawnBy(seed);
    this.world = new World(seed);
    this.ledger = new Ledger(world);
    this.cluster = new Cluster(world, ledger, this.plan);
  }

  /** Runs a seed; takes one thread at a time, part of a second. */
  public static Result run(long seed, Plan plan) {
    Simulation simulation = new Simulation(seed, plan);
    try {
      return simulation.run();
    } finally {
      simulation.world.end();
    }
  }

  private Result run() {
    Duration endOfLoad = plan.load();
    Faults faults = new Faults(world, cluster, endOfLoad.toNanos());
    world.note("group of " + plan.nodes() + " nodes");
    for (int i = 1; i <= plan.nodes(); i++) {
      String name = "n" + i;
      world.after(START.dividedBy(i), null, () -> cluster.start(name));
    }
    world.run(START.multipliedBy(2));
    faults.start();
    for (int i = 1; i <= plan.clients(); i++) {
      Client client = new Client(world, "c" + i, cluster, ledger);
      cluster.add(client);
      client.start(endOfLoad.toNanos());
    }
    world.run(endOfLoad);
    world.note("calm");
    faults.end();
    Duration calm = endOfLoad.plus(plan.calm());
    Audit audit = new Audit(world, cluster, ledger, plan, endOfLoad.plus(HEALED).toNanos());
    comeToRest(audit, endOfLoad.plus(HEALED), calm);
    audit(audit, calm);
    return result();
  }

  /** Compares the names whenever the same nodes have been at ease at the look before, too. */
  private void comeToRest(Audit audit, Duration healed, Duration calm) {
    Set<Node> before = Set.of();
    for (Duration at = healed; at.compareTo(calm) < 0; at = at.plus(CONVERGED)) {
      world.run(at);
      Set<Node> now = cluster.isAtEase() ? Set.copyOf(cluster.living()) : Set.of();
      if (!now.isEmpty() && now.equals(before)) {
        audit.compareNames();
      }
      before = now;
    }
    world.run(calm);
  }

  private void audit(Audit audit, Duration calm) {
    audit.compareAtRest();
    Client auditor = new Client(world, "auditor", cluster, ledger);
    boolean[] done = {false};
    auditor
        .machine()
        .start(
            "audit",
            () -> {
              audit.readAll(auditor);
              done[0] = true;
            });
    world.run(calm.plus(Duration.ofSeconds(60)));
    if (!done[0]) {
      ledger.violated("I1", "the sessions cannot be read within a minute of calm");
    }
    world.run(calm.plus(Duration.ofSeconds(70)));
    audit.compare();
    lost = lost();
    cluster.crash(cluster.living().get(0), Duration.ofMillis(10));
    world.run(calm.plus(Duration.ofSeconds(85)));
    audit.compareNames();
    cluster.end();
    auditor.machine().crash();
    world.run(calm.plus(Duration.ofSeconds(85)));
  }

  private long lost() {
    long sum = 0;
    for (Ledger.Account account : ledger.accounts()) {
      sum += account.created && account.stateLost ? 1 : 0;
    }
    return sum;
  }

  private Result result() {
    long sessions = 0;
    for (Ledger.Account account : ledger.accounts()) {
      sessions += account.created ? 1 : 0;
    }
    return new Result(
        seed,
        ledger.violations(),
        world.history().lines(),
        world.history().digest(),
        ledger.acknowledged(),
        ledger.unanswered(),
        sessions,
        lost,
        world.executed());
  }
}
