package org.g2cl.loadtest.bed;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.g2cl.loadtest.node.NodeStatus;
import org.g2cl.loadtest.node.StatusClient;

/** Business nodes of a bed. Thread-safe. */
public final class BusinessTier {
  private static final Duration VIEW_POLL = Duration.ofMillis(200);
  private static final Duration GRACE = Duration.ofSeconds(30);

  /** Names the secret in a node's environment, where no list of processes shows it. */
  private static final String SECRET = "G2CL_SECRET";

  private final BedSettings settings;
  private final Hosts hosts;
  private final Processes processes;
  private final BedDatabase database;
  private final NodeJvm jvm;
  private final Map<String, String> environment;
  private final StatusClient statusClient = new StatusClient();

  // guarded by this
  private final Map<String, Business.Place> places = new TreeMap<>();
  private final Map<String, Business> running = new TreeMap<>();

  BusinessTier(BedSettings settings, Hosts hosts, Processes processes, BedDatabase database) {
    this.settings = settings;
    this.hosts = hosts;
    this.processes = processes;
    this.database = database;
    this.jvm = new NodeJvm(settings);
    this.environment = hosts.isExposed() ? Map.of(SECRET, Secrets.fresh()) : Map.of();
  }

  /** Names of the nodes that run, those that are halted included. */
  public synchronized List<String> names() {
    return List.copyOf(running.keySet());
  }

  /** Where clients reach the beans of all nodes that were ever started, {@code host:port}. */
  public synchronized List<String> servers() {
    return places.values().stream().map(Business.Place::beans).toList();
  }

  /** Status of each node that answers. */
  public List<NodeStatus> statuses() {
    List<Business> nodes;
    synchronized (this) {
      nodes = List.copyOf(running.values());
    }
    return nodes.parallelStream().map(this::status).flatMap(Optional::stream).toList();
  }

  private Optional<NodeStatus> status(Business node) {
    return statusClient.ask(node.place().host().address(), node.place().statusPort());
  }

  /** The first node alone makes the group; the others then find it. */
  void startAll() {
    startFresh();
    Parallel.run(
        IntStream.range(1, settings.businessNodes())
            .<Runnable>mapToObj(i -> this::startFresh)
            .toList());
    awaitOneView(settings.startTimeout());
  }

  /** Starts one more node and waits until it has joined; returns its name. */
  public String startFresh() {
    String name;
    synchronized (this) {
      name = "business" + (places.size() + 1);
      places.put(name, Business.Place.take(name, hosts.of(name)));
    }
    start(name);
    return name;
  }

  /**
   * Starts a node that has ended, where it was before, and waits until it has joined.
   *
   * @throws BedException when it runs, or does not join in time
   */
  public void start(String name) {
    Business.Place place;
    List<String> arguments;
    synchronized (this) {
      place = places.get(name);
      if (place == null || running.containsKey(name)) {
        throw BedException.bed(
            "no business node that has ended is called %s; there are %s, of which %s run"
                .formatted(name, places.keySet(), running.keySet()));
      }
      arguments = arguments(place);
    }
    place.release();
    ManagedProcess process =
        processes.add(jvm.start(name, place.host(), settings.business(), environment, arguments));
    try {
      process.awaitLine("READY", settings.startTimeout());
    } catch (BedException e) {
      if (process.isAlive()) {
        process.kill();
      }
      throw e;
    }
    synchronized (this) {
      running.put(name, new Business(process, place));
    }
    processes.write();
  }

  private List<String> arguments(Business.Place place) {
    List<String> arguments = new ArrayList<>(List.of("node", "--exit-with-parent"));
    arguments.addAll(List.of("--name", place.name(), "--host", place.host().address()));
    arguments.addAll(List.of("--port", "" + place.port()));
    arguments.addAll(List.of("--group", "demo", "--group-port", "" + place.groupPort()));
    arguments.addAll(List.of("--status-port", "" + place.statusPort()));
    if (!running.isEmpty()) {
      arguments.addAll(
          List.of(
              "--peers",
              running.values().stream()
                  .map(node -> node.place().group())
                  .collect(Collectors.joining(","))));
    }
    arguments.addAll(List.of("--replication", settings.replication() ? "on" : "off"));
    arguments.addAll(List.of("--backups", "" + settings.backups()));
    DatabaseAccess access = database.access();
    arguments.addAll(List.of("--jdbc-url", access.url()));
    arguments.addAll(List.of("--db-user", access.user()));
    arguments.addAll(List.of("--db-password", access.password()));
    settings
        .business()
        .settings()
        .forEach((key, value) -> arguments.addAll(List.of("--set", key + "=" + value)));
    return arguments;
  }

  /** Kills a node as {@code kill -9} does. */
  public void kill(String name) {
    remove(name).process().kill();
  }

  /**
   * Asks a node to leave its group and end; waits until it has.
   *
   * @return whether it ended by itself within 30 s; else it was killed
   */
  public boolean stop(String name) {
    return remove(name).process().stop(GRACE);
  }

  /** Halts a node until {@link #resume}. */
  public void pause(String name) {
    node(name).process().pause();
  }

  /** Lets a halted node go on. */
  public void resume(String name) {
    node(name).process().resume();
  }

  /** A node that was slow to join may have begun a group of its own, which then merges. */
  private void awaitOneView(Duration timeout) {
    if (!settings.replication()) {
      return;
    }
    long end = System.nanoTime() + timeout.toNanos();
    int expected = settings.businessNodes();
    while (statuses().stream().filter(status -> status.members().size() == expected).count()
        < expected) {
      processes.check();
      processes.requireOpen();
      if (System.nanoTime() > end) {
        throw BedException.bed(
            "the business nodes did not find each other within %d s; their views: %s"
                .formatted(
                    timeout.toSeconds(),
                    statuses().stream().map(s -> s.name() + " " + s.members()).toList()));
      }
      LockSupport.parkNanos(VIEW_POLL.toNanos());
    }
  }

  synchronized List<BedState.BusinessEntry> entries() {
    return running.values().stream().map(Business::entry).toList();
  }

  private synchronized Business node(String name) {
    Business node = running.get(name);
    if (node == null) {
      throw BedException.bed(
          "no business node that runs is called " + name + "; there are " + running.keySet());
    }
    return node;
  }

  private Business remove(String name) {
    Business node;
    synchronized (this) {
      node = node(name);
      running.remove(name);
    }
    processes.release(node.process());
    return node;
  }

  /** Log of a node. */
  public Path log(String name) {
    return settings.directory().resolve("logs").resolve(name + ".log");
  }

  /** Status of each running node by its name; empty for one that does not answer. */
  public Map<String, Optional<NodeStatus>> statusByName() {
    Map<String, Business> nodes;
    synchronized (this) {
      nodes = Map.copyOf(running);
    }
    Map<String, Optional<NodeStatus>> answers = new HashMap<>();
    nodes.entrySet().parallelStream()
        .map(node -> Map.entry(node.getKey(), status(node.getValue())))
        .toList()
        .forEach(answer -> answers.put(answer.getKey(), answer.getValue()));
    return answers;
  }
}
