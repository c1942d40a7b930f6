package org.g2cl.loadtest.failover;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.g2cl.loadtest.audit.Audit;
import org.g2cl.loadtest.audit.Collector;
import org.g2cl.loadtest.audit.Harm;
import org.g2cl.loadtest.audit.Orders;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.BedState;
import org.g2cl.loadtest.bed.Network;
import org.g2cl.loadtest.bed.TestBed;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.bed.Workspace;
import org.g2cl.loadtest.load.AccessLog;
import org.g2cl.loadtest.load.Hit;
import org.g2cl.loadtest.load.Load;
import org.g2cl.loadtest.load.LoadException;
import org.g2cl.loadtest.load.Round;
import org.g2cl.loadtest.load.Shopper;

/** Bed that disturbances are made on, with its clients and its accounts. */
final class FailoverBed implements AutoCloseable {
  private final BedSettings settings;
  private final Workspace workspace;
  private final TestBed bed;
  private final Tools tools;
  private final int clients;
  private final Map<Integer, Long> goodAnswers = new HashMap<>();
  private Load load;
  private AccessLog log;
  private Orders orders;
  private long firstOrder;
  private int phases;

  FailoverBed(BedSettings settings, Tools tools, int clients) {
    this.settings = settings;
    this.workspace = Workspace.take(settings.directory());
    this.bed = new TestBed(settings, tools, ready -> {});
    this.tools = tools;
    this.clients = clients;
  }

  void start() {
    bed.start();
    orders = new Orders(bed.database());
    firstOrder = orders.lastOrder();
    Path reports = settings.directory().resolve("ab");
    load = Load.open(tools.ab(), reports, bed.url(), clients, bed::adopt);
    log = new AccessLog(bed.accessLog());
  }

  TestBed bed() {
    return bed;
  }

  Network network() {
    return bed.network()
        .orElseThrow(
            () ->
                BedException.environment(
                    "a partition needs a network of its own: give --where namespaces, or leave partition out of --kinds"));
  }

  List<BedState.BusinessEntry> nodes() {
    return BedState.read(BedState.file(settings.directory()))
        .map(BedState::business)
        .orElseThrow(() -> BedException.bed("no bed runs in " + settings.directory()));
  }

  Set<String> names() {
    return new TreeSet<>(bed.businessNodes());
  }

  /** Loads the bed until the round is stopped; {@link #hits} takes its requests. */
  Round load() {
    return load.begin("phase" + ++phases, clients);
  }

  /**
   * Loads the bed before its first failure.
   *
   * @return what was done to carts and orders: nothing
   * @throws LoadException when something was, or a request failed: no failure can be blamed for it
   */
  Harm warmUp(Duration length) throws InterruptedException {
    Round round = load();
    try {
      TimeUnit.MILLISECONDS.sleep(length.toMillis());
    } finally {
      round.stop();
    }
    TimeUnit.SECONDS.sleep(1);
    List<Hit> hits = hits();
    bed.check();
    Harm harm = harm();
    requireGood(hits, harm);
    return harm;
  }

  static void requireGood(List<Hit> hits, Harm harm) {
    long failed = hits.stream().filter(hit -> !hit.isOk()).count();
    if (hits.isEmpty() || failed > 0 || !harm.isNone()) {
      throw new LoadException(
          "before any failure %d of %d requests failed, lost %d, doubled %d, carts that could not be read: %d"
              .formatted(failed, hits.size(), harm.lost(), harm.doubled(), harm.cartsLost()));
    }
  }

  /** Requests of the round that was started last. */
  List<Hit> hits() {
    String phase = "phase" + phases;
    List<Hit> hits = log.read().stream().filter(hit -> hit.phase().equals(phase)).toList();
    hits.stream().filter(Hit::isOk).forEach(hit -> goodAnswers.merge(hit.client(), 1L, Long::sum));
    return hits;
  }

  /** What was done to carts and orders since the bed was started. */
  Harm harm() {
    Collector collector = new Collector();
    for (Shopper shopper : load.shoppers()) {
      collector.collect(shopper, goodAnswers.getOrDefault(shopper.number(), 0L));
    }
    Audit audit = collector.audit(orders.after(firstOrder));
    return audit.harm();
  }

  /** Ends all processes. */
  @Override
  public void close() {
    bed.abort();
    workspace.close();
  }

  /** Ends all processes, from any thread. */
  void abort() {
    bed.abort();
  }
}
