package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.g2cl.loadtest.node.NodeStatus;
import org.g2cl.loadtest.node.StatusClient;

/**
 * PostgreSQL, business nodes, web nodes and Apache httpd on loopback.
 *
 * <p>{@link #close} may be called at any time and from any thread, also while {@link #start} runs:
 * it ends every process of the bed. A bed whose JVM was killed is ended by its {@link Guardian}.
 */
public final class TestBed implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(8);
  private static final Duration VIEW_POLL = Duration.ofMillis(200);

  private final BedSettings settings;
  private final Tools tools;
  private final Consumer<String> progress;
  private final Ports ports = Ports.free();
  private final StatusClient statusClient = new StatusClient();
  private final NodeJvm jvm;
  private final Path logs;

  // guarded by this
  private final List<ManagedProcess> processes = new ArrayList<>();
  private final List<Business> business = new ArrayList<>();
  private final List<OwnProcess> others = new ArrayList<>();
  private Guardian guardian;
  private EmbeddedDatabase embedded;
  private boolean closed;

  private volatile DatabaseAccess database;
  private volatile int httpPort;
  private int started;

  /**
   * A bed that has not been started.
   *
   * @param progress told in a short sentence what has become ready
   */
  public TestBed(BedSettings settings, Tools tools, Consumer<String> progress) {
    this.settings = settings;
    this.tools = tools;
    this.progress = progress;
    this.logs = settings.directory().resolve("logs");
    this.jvm = new NodeJvm(settings.nodeClass(), logs);
  }

  /**
   * Starts all parts and waits until they are ready.
   *
   * @throws BedException when one does not get ready; what was started then runs until {@link
   *     #close}
   */
  public void start() {
    createDirectories();
    httpPort = ports.take(settings.httpPort(), "--http-port");
    synchronized (this) {
      requireOpen();
      guardian = Guardian.start(pgHome());
      others.add(OwnProcess.of("guardian", guardian.pid()));
    }
    startDatabase();
    startBusiness();
    List<Integer> webPorts = startWebs();
    ports.release(httpPort);
    register(
        Httpd.start(
            tools,
            settings.directory().resolve("httpd"),
            httpPort,
            webPorts,
            settings.startTimeout()));
    progress.accept("Apache httpd is ready: " + url());
  }

  /** Address of the shop, without a slash at its end. */
  public String url() {
    return "http://127.0.0.1:" + httpPort;
  }

  /** Database of the shop. */
  public DatabaseAccess database() {
    return database;
  }

  /** Access log of httpd. */
  public Path accessLog() {
    return settings.directory().resolve("httpd").resolve("access.log");
  }

  /** Names of the business nodes that run. */
  public synchronized List<String> businessNodes() {
    return business.stream().map(Business::name).toList();
  }

  /** Status of each business node that answers. */
  public List<NodeStatus> statuses() {
    List<Business> nodes;
    synchronized (this) {
      nodes = List.copyOf(business);
    }
    return nodes.parallelStream()
        .map(node -> statusClient.ask(node.statusPort()))
        .flatMap(Optional::stream)
        .toList();
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
    Business node = remove(busiest.name());
    node.process().kill();
    return busiest;
  }

  /** Starts one more business node and waits until it has joined; returns its name. */
  public String join() {
    return startBusinessNode(false).name();
  }

  /** Adds a process to those that end with the bed, for instance a client of the load. */
  public synchronized void adopt(Process process, String name) {
    if (closed) {
      process.destroyForcibly();
      throw BedException.bed("the bed is closed");
    }
    guardian.add(OwnProcess.of(name, process.pid()));
  }

  /** Fails when a part that should run has ended. */
  public synchronized void check() {
    for (ManagedProcess process : processes) {
      if (!process.isAlive()) {
        throw BedException.bed(
            process.name() + " has ended while it was needed. " + process.log().tail());
      }
    }
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
    List<ManagedProcess> running;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      running = List.copyOf(processes);
    }
    inParallel(running.stream().<Runnable>map(process -> () -> process.stop(grace)).toList());
    closeDatabase();
    ports.close();
    synchronized (this) {
      if (guardian != null) {
        guardian.close();
      }
    }
    deleteState();
  }

  private void createDirectories() {
    try {
      Files.createDirectories(logs);
    } catch (IOException e) {
      throw BedException.environment(
          "the directory " + logs + " cannot be made: name another one with --out", e);
    }
  }

  private void startDatabase() {
    if (settings.database().isPresent()) {
      database = settings.database().get();
      database.requireReachable();
      progress.accept("Database: " + database);
      return;
    }
    int port = ports.take();
    ports.release(port);
    EmbeddedDatabase server =
        EmbeddedDatabase.start(pgHome(), settings.binaries(), port, logs.resolve("postgresql.log"));
    synchronized (this) {
      if (closed) {
        server.close();
        throw BedException.bed("the bed is closed");
      }
      embedded = server;
      others.add(server.own());
      guardian.add(server.own());
    }
    database = server.access();
    progress.accept("PostgreSQL is ready: " + database);
  }

  /** The first node alone makes the group; the others then find it. */
  private void startBusiness() {
    startBusinessNode(true);
    inParallel(
        IntStream.range(1, settings.businessNodes())
            .<Runnable>mapToObj(i -> () -> startBusinessNode(false))
            .toList());
    awaitOneView();
    progress.accept(settings.businessNodes() + " business nodes are ready");
  }

  /** A node that was slow to join may have begun a group of its own, which then merges. */
  private void awaitOneView() {
    if (!settings.replication()) {
      return;
    }
    long end = System.nanoTime() + settings.startTimeout().toNanos();
    int expected = settings.businessNodes();
    while (statuses().stream().filter(status -> status.members().size() == expected).count()
        < expected) {
      check();
      requireOpen();
      if (System.nanoTime() > end) {
        throw BedException.bed(
            "the business nodes did not find each other within %d s; their views: %s"
                .formatted(
                    settings.startTimeout().toSeconds(),
                    statuses().stream().map(s -> s.name() + " " + s.members()).toList()));
      }
      LockSupport.parkNanos(VIEW_POLL.toNanos());
    }
  }

  private Business startBusinessNode(boolean first) {
    int port = ports.take();
    int groupPort = ports.take();
    int statusPort = ports.take();
    String name;
    List<String> arguments;
    synchronized (this) {
      name = "business" + ++started;
      arguments = businessArguments(name, first, port, groupPort, statusPort);
    }
    List.of(port, groupPort, statusPort).forEach(ports::release);
    ManagedProcess process =
        register(jvm.start(name, settings.businessHeap(), arguments, settings.businessJars()));
    process.awaitLine("READY", settings.startTimeout());
    Business node = new Business(process, port, groupPort, statusPort);
    synchronized (this) {
      business.add(node);
      writeState();
    }
    return node;
  }

  private List<String> businessArguments(
      String name, boolean first, int port, int groupPort, int statusPort) {
    List<String> arguments = new ArrayList<>(List.of("node", "--exit-with-parent"));
    arguments.addAll(List.of("--name", name, "--port", "" + port));
    arguments.addAll(List.of("--group", "demo", "--group-port", "" + groupPort));
    arguments.addAll(List.of("--status-port", "" + statusPort));
    if (!first) {
      arguments.addAll(
          List.of(
              "--peers",
              business.stream()
                  .map(node -> "127.0.0.1:" + node.groupPort())
                  .collect(Collectors.joining(","))));
    }
    arguments.addAll(List.of("--replication", settings.replication() ? "on" : "off"));
    arguments.addAll(List.of("--backups", "" + settings.backups()));
    arguments.addAll(List.of("--jdbc-url", database.url()));
    arguments.addAll(List.of("--db-user", database.user()));
    arguments.addAll(List.of("--db-password", database.password()));
    arguments.addAll(settings.businessArguments());
    return arguments;
  }

  private List<Integer> startWebs() {
    List<Integer> webPorts =
        IntStream.range(0, settings.webNodes()).mapToObj(i -> ports.take()).toList();
    String servers;
    synchronized (this) {
      servers =
          business.stream()
              .map(node -> "127.0.0.1:" + node.port())
              .collect(Collectors.joining(","));
    }
    inParallel(
        IntStream.range(0, webPorts.size())
            .<Runnable>mapToObj(i -> () -> startWeb("web" + (i + 1), webPorts.get(i), servers))
            .toList());
    progress.accept(settings.webNodes() + " web nodes are ready");
    return webPorts;
  }

  private void startWeb(String name, int port, String servers) {
    List<String> arguments =
        List.of(
            "web", "--exit-with-parent", "--name", name, "--port", "" + port, "--servers", servers);
    ports.release(port);
    register(jvm.start(name, settings.webHeap(), arguments, Optional.empty()))
        .awaitLine("READY", settings.startTimeout());
  }

  private synchronized ManagedProcess register(ManagedProcess process) {
    if (closed) {
      process.kill();
      throw BedException.bed("the bed is closed");
    }
    processes.add(process);
    guardian.add(process.own());
    writeState();
    return process;
  }

  private synchronized Business remove(String name) {
    Business node =
        business.stream()
            .filter(b -> b.name().equals(name))
            .findFirst()
            .orElseThrow(() -> BedException.bed("no business node is called " + name));
    business.remove(node);
    processes.remove(node.process());
    writeState();
    return node;
  }

  private synchronized void requireOpen() {
    if (closed) {
      throw BedException.bed("the bed is closed");
    }
  }

  private synchronized void writeState() {
    List<OwnProcess> all = new ArrayList<>(others);
    processes.forEach(process -> all.add(process.own()));
    OwnProcess owner = OwnProcess.of("ha demo", ProcessHandle.current().pid());
    String jdbcUrl = database == null ? "" : database.url();
    new BedState(owner, url(), jdbcUrl, business.stream().map(Business::entry).toList(), all)
        .write(BedState.file(settings.directory()));
  }

  private void deleteState() {
    try {
      Files.deleteIfExists(BedState.file(settings.directory()));
    } catch (IOException e) {
      progress.accept("the file " + BedState.file(settings.directory()) + " cannot be deleted");
    }
  }

  private Path pgHome() {
    return settings.directory().resolve("postgresql").toAbsolutePath();
  }

  /** Also ends a server that was about to start when the bed was closed. */
  private void closeDatabase() {
    EmbeddedDatabase server;
    synchronized (this) {
      server = embedded;
    }
    if (server != null) {
      server.close();
    } else {
      EmbeddedDatabase.process(pgHome()).ifPresent(OwnProcess::kill);
    }
    try {
      Workspace.deleteTree(pgHome());
    } catch (IOException e) {
      progress.accept("the data in " + pgHome() + " cannot be deleted: " + e.getMessage());
    }
  }

  private static void inParallel(List<Runnable> tasks) {
    if (tasks.isEmpty()) {
      return;
    }
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    try {
      CompletableFuture<?>[] all =
          tasks.stream()
              .map(task -> CompletableFuture.runAsync(task, threads))
              .toArray(CompletableFuture<?>[]::new);
      CompletableFuture.allOf(all).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof BedException failure) {
        throw failure;
      }
      throw e;
    } finally {
      threads.shutdown();
    }
  }
}
