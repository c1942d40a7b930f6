package org.g2cl.simulate;

import java.time.Duration;

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

  private final long seed;
  private final Plan plan;
  private final World world;
  private final Ledger ledger;
  private final Cluster cluster;
  private long lost;

  private Simulation(long seed, Plan plan) {
    this.seed = seed;
    this.plan = plan;
    this.world = new World(seed);
    this.ledger = new Ledger(world);
    this.cluster = new Cluster(world, ledger, plan);
  }

  /** Runs a seed; takes one thread at a time, part of a second. */
  public static Result run(long seed, Plan plan) {
    return new Simulation(seed, plan).run();
  }

  private Result run() {
    Duration endOfLoad = plan.load();
    Faults faults = new Faults(world, cluster, endOfLoad.toNanos());
    int nodes = plan.nodes(seed);
    world.note("group of " + nodes + " nodes");
    for (int i = 1; i <= nodes; i++) {
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
    world.run(calm);
    audit(calm);
    return result();
  }

  private void audit(Duration calm) {
    Audit audit = new Audit(world, cluster, ledger, plan, plan.load().plus(HEALED).toNanos());
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
