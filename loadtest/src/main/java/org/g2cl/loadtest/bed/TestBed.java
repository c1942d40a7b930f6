package org.g2cl.loadtest.bed;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.g2cl.loadtest.node.NodeStatus;

/**
 * PostgreSQL, business nodes, web nodes and Apache httpd, on what {@link BedSettings#where} says.
 *
 * <p>{@link #close} may be called at any time and from any thread, also while {@link #start} runs:
 * it ends every process of the bed, and returns when that is done, whichever thread does it. A bed
 * whose JVM was killed is ended by its {@link Guardian}.
 */
public final class TestBed implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(8);
  private static final Duration LONGEST_CLOSE = GRACE.plusSeconds(30);

  private final BedSettings settings;
  private final Consumer<String> progress;
  private final Ports ports = Ports.free();
  private final Hosts hosts;
  private final Processes processes;
  private final BedDatabase database;
  private final BusinessTier business;
  private final WebTier web;
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * A bed that has not been started; its hosts are ready.
   *
   * @param tools programs for the web tier; not looked at where there is none
   * @param progress told in a short sentence what has become ready
   * @throws BedException when its hosts cannot be used
   */
  public TestBed(BedSettings settings, Tools tools, Consumer<String> progress) {
    this(settings, tools, progress, settings.where()::open);
  }

  TestBed(
      BedSettings settings,
      Tools tools,
      Consumer<String> progress,
      Function<Ports, Hosts> opening) {
    this.settings = settings;
    this.progress = progress;
    this.hosts = opening.apply(ports);
    this.processes = new Processes(settings.directory(), this::state);
    this.database = new BedDatabase(settings, processes);
    this.business = new BusinessTier(settings, hosts, processes, database);
    this.web = new WebTier(settings, tools, hosts, ports, processes);
  }

  /**
   * Starts all parts and waits until they are ready.
   *
   * @throws BedException when one does not get ready; what was started then runs until {@link
   *     #close}
   */
  public void start() {
    createDirectories();
    if (settings.isLimited()) {
      hosts.shells().forEach(ProcessorLimit::requireOn);
    }
    if (!web.isEmpty()) {
      web.reserve();
    }
    processes.guard(database.home());
    database.start(hosts, ports);
    progress.accept("Database: " + database.access());
    business.startAll(progress);
    if (settings.replication()) {
      progress.accept("All " + settings.businessNodes() + " business nodes are in one group");
    }
    if (!web.isEmpty()) {
      List<String> webs = web.startNodes(business.servers());
      progress.accept(webs.size() + " web nodes are ready");
      web.startHttpd(webs);
      progress.accept("Apache httpd is ready: " + url());
    }
  }

  /** Address of the shop, without a slash at its end; of no use without web nodes. */
  public String url() {
    return web.url();
  }

  /** Database of the shop. */
  public DatabaseAccess database() {
    return database.access();
  }

  /** The business nodes. */
  public BusinessTier business() {
    return business;
  }

  /** Network between the nodes, where it can be disturbed. */
  public Optional<Network> network() {
    return hosts.network();
  }

  /** Access log of httpd. */
  public Path accessLog() {
    return settings.directory().resolve("httpd").resolve("access.log");
  }

  /** Names of the business nodes that run. */
  public List<String> businessNodes() {
    return business.names();
  }

  /** Processes of the business and web nodes that run. */
  public List<NodeProcess> nodes() {
    return processes.nodes();
  }

  /** Status of each business node that answers. */
  public List<NodeStatus> statuses() {
    return business.statuses();
  }

  /**
   * Kills the business node that owns most sessions, as {@code kill -9} does.
   *
   * @return its last status
   */
  public NodeStatus killBusiest() {
    NodeStatus busiest =
        statuses().stream()
            .max(Comparator.comparingInt(NodeStatus::sessions))
            .orElseThrow(() -> BedException.bed("no business node answers for its status"));
    business.kill(busiest.name());
    return busiest;
  }

  /** Starts one more business node and waits until it has joined; returns its name. */
  public String join() {
    return business.startFresh();
  }

  /** Adds a process to those that end with the bed, for instance a client of the load. */
  public void adopt(Process process, String name) {
    processes.adopt(OwnProcess.of(name, process.pid()));
  }

  /** Fails when a part that should run has ended. */
  public void check() {
    processes.check();
  }

  /** Ends all parts, the nodes in parallel and the database last; nodes leave their group. */
  @Override
  public void close() {
    close(GRACE);
  }

  /** Ends all parts without letting nodes hand their sessions over. */
  public void abort() {
    close(Duration.ofMillis(500));
  }

  private void close(Duration grace) {
    if (!processes.close()) {
      awaitClosed();
      return;
    }
    try {
      processes.stop(grace);
    } finally {
      end();
    }
  }

  /**
   * When all nodes have ended; all of it, whichever part fails. Closed from the last to the first.
   */
  @SuppressWarnings("try") // only to be closed
  private void end() {
    try (Closeable last = processes::end;
        Closeable fourth = hosts::close;
        Closeable third = this::sweep;
        Closeable second = ports::close) {
      database.close();
    } catch (IOException e) {
      progress.accept("something of the bed cannot be deleted: " + e.getMessage());
    } finally {
      closed.countDown();
    }
  }

  private void sweep() {
    if (settings.isLimited()) {
      hosts.shells().forEach(shell -> shell.run(ProcessorLimit.sweep()));
    }
  }

  /**
   * Another thread closes the bed: a JVM that ended now would leave to the guardian what it can do.
   */
  private void awaitClosed() {
    try {
      if (!closed.await(LONGEST_CLOSE.toMillis(), TimeUnit.MILLISECONDS)) {
        progress.accept("the bed is not closed after " + LONGEST_CLOSE.toSeconds() + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void createDirectories() {
    Path logs = settings.directory().resolve("logs");
    try {
      Files.createDirectories(logs);
    } catch (IOException e) {
      throw BedException.environment(
          "the directory " + logs + " cannot be made: name another one with --out", e);
    }
  }

  /** Where everything is; the processes are added by who knows them. */
  private BedState state() {
    OwnProcess owner = OwnProcess.of("ha", ProcessHandle.current().pid());
    DatabaseAccess access = database.access();
    return new BedState(
        owner, url(), access == null ? "" : access.shownUrl(), business.entries(), List.of());
  }
}
