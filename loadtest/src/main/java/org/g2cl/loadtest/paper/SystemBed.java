package org.g2cl.loadtest.paper;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.TestBed;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.bed.Workspace;
import org.g2cl.loadtest.experiment.BedProcesses;
import org.g2cl.loadtest.load.AccessLog;
import org.g2cl.loadtest.load.Hit;
import org.g2cl.loadtest.load.Load;
import org.g2cl.loadtest.load.LoadException;
import org.g2cl.loadtest.load.Round;
import org.g2cl.loadtest.node.NodeStatus;
import org.g2cl.loadtest.statistics.Sample;

/** A system on a bed of its own, with its clients. */
final class SystemBed implements Subject {
  private static final Duration POLL = Duration.ofMillis(50);

  /** Time after a run in which calls under way end, and httpd writes its last lines. */
  private static final Duration SETTLE = Duration.ofMillis(500);

  private static final double MICROS = 1e6;

  private final BedSettings settings;
  private final Workspace workspace;
  private final TestBed bed;
  private final Tools tools;
  private final int mostClients;
  private Load load;
  private AccessLog log;
  private BedProcesses processes;
  private int runs;

  private SystemBed(
      BedSettings settings, Workspace workspace, TestBed bed, Tools tools, int mostClients) {
    this.settings = settings;
    this.workspace = workspace;
    this.bed = bed;
    this.tools = tools;
    this.mostClients = mostClients;
  }

  /** A bed that is not started. */
  static SystemBed of(BedSettings settings, Tools tools, int mostClients) {
    Workspace workspace = Workspace.take(settings.directory());
    return new SystemBed(
        settings, workspace, new TestBed(settings, tools, ready -> {}), tools, mostClients);
  }

  /** Starts the bed and opens the carts of all clients. */
  SystemBed start() {
    try {
      bed.start();
      Path reports = settings.directory().resolve("ab");
      load = Load.open(tools.ab(), reports, bed.url(), mostClients, bed::adopt);
      log = new AccessLog(bed.accessLog());
      processes = BedProcesses.of(bed, settings.directory());
      return this;
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  @Override
  public Path logs() {
    return settings.directory().resolve("logs");
  }

  @Override
  public void warmUp(int clients, Duration length) throws InterruptedException {
    List<Hit> hits = load(clients, length);
    requireAnswers(hits);
    long failed = hits.stream().filter(hit -> !hit.isOk()).count();
    if (failed > 0) {
      throw new LoadException(
          "%d of %d requests of the warm-up failed; asked once more, the shop says: %s. See the logs in %s"
              .formatted(failed, hits.size(), load.shoppers().get(0).step().strip(), logs()));
    }
  }

  @Override
  public Measurement measure(int clients, Duration ramp, Duration length)
      throws InterruptedException {
    String phase = "run" + ++runs;
    Map<String, Double> before = processes.cpuMillis();
    Round round = load.begin(phase, clients);
    long from = now() + micros(ramp);
    round.endAfter(ramp.plus(length));
    TimeUnit.NANOSECONDS.sleep(SETTLE.toNanos());
    List<Hit> hits = hits(phase);
    Map<String, Double> after = processes.cpuMillis();
    bed.check();
    requireAnswers(hits);
    long to = from + micros(length);
    List<Hit> counted =
        hits.stream().filter(h -> h.endMicros() >= from && h.endMicros() < to).toList();
    requireAnswers(counted);
    long failed =
        hits.stream().filter(hit -> !hit.isOk()).count() + Hit.unanswered(hits, clients, from);
    return figures(counted, length, failed, each(before, after, hits.size()));
  }

  private Measurement figures(
      List<Hit> hits, Duration length, long failed, Map<String, Double> cpu) {
    Sample times = Sample.of(hits.stream().mapToDouble(hit -> hit.micros() / 1e3).toArray());
    double seconds = length.toMillis() / 1e3;
    return new Measurement(
        seconds,
        hits.size(),
        failed,
        times.mean(),
        times.median(),
        times.quantile(0.95),
        times.quantile(0.99),
        times.greatest(),
        hits.size() / seconds,
        processes.residentMegabytes("business"),
        cpu.getOrDefault("business", 0.0),
        cpu.getOrDefault("web", 0.0),
        cpu.getOrDefault("httpd", 0.0),
        cpu.getOrDefault("postgresql", 0.0),
        cpu.get(BedProcesses.OTHERS),
        cpu.get(BedProcesses.IDLE));
  }

  private static Map<String, Double> each(
      Map<String, Double> before, Map<String, Double> after, int requests) {
    after.replaceAll((tier, millis) -> (millis - before.getOrDefault(tier, 0.0)) / requests);
    return after;
  }

  private List<Hit> load(int clients, Duration length) throws InterruptedException {
    String phase = "warm" + ++runs;
    return awaitEnd(load.start(phase, clients, length), phase);
  }

  private List<Hit> awaitEnd(Round round, String phase) throws InterruptedException {
    try {
      while (round.isRunning()) {
        if (Thread.interrupted()) {
          throw new InterruptedException("interrupted while the clients were at work");
        }
        LockSupport.parkNanos(POLL.toNanos());
      }
      return hits(phase);
    } finally {
      round.stop();
    }
  }

  private List<Hit> hits(String phase) {
    return log.read().stream().filter(hit -> hit.phase().equals(phase)).toList();
  }

  private void requireAnswers(List<Hit> hits) {
    if (hits.isEmpty()) {
      throw new LoadException("no request was answered; see the logs in " + logs());
    }
  }

  @Override
  public void pause() {
    processes.pause();
  }

  @Override
  public void resume() {
    processes.resume();
    long end = System.nanoTime() + settings.startTimeout().toNanos();
    while (!isWhole()) {
      bed.check();
      if (System.nanoTime() > end) {
        throw BedException.bed(
            "the nodes of %s did not find each other again within %d s after a pause"
                .formatted(
                    settings.directory().getFileName(), settings.startTimeout().toSeconds()));
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  private boolean isWhole() {
    return bed.statuses().stream().filter(this::isWhole).count() == settings.businessNodes();
  }

  private boolean isWhole(NodeStatus node) {
    return !settings.replication() || node.members().size() == settings.businessNodes();
  }

  /** Ends all processes, those that are paused too; sessions are not handed over. */
  @Override
  public void close() {
    try {
      abort();
    } finally {
      workspace.close();
    }
  }

  /** Ends all processes, those that are paused too, from any thread. */
  void abort() {
    bed.abort();
  }

  private static long now() {
    return System.currentTimeMillis() * 1000;
  }

  private static long micros(Duration length) {
    return Math.round(length.toNanos() / 1e9 * MICROS);
  }
}
