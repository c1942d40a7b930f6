package org.g2cl.loadtest.bed;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.loadtest.node.CopyLine;
import org.g2cl.loadtest.node.NodeStatus;
import org.g2cl.loadtest.node.StatusClient;

/** Business nodes of a bed. Thread-safe. */
public final class BusinessTier {
  private static final Duration VIEW_POLL = Duration.ofMillis(200);
  private static final Duration GRACE = Duration.ofSeconds(30);

  private final BedSettings settings;
  private final Hosts hosts;
  private final Processes processes;
  private final BedDatabase database;
  private final NodeJvm jvm;
  private final Optional<String> secret;
  private final StatusClient statusClient = new StatusClient();

  // guarded by this
  private final Map<String, Business.Place> places = new TreeMap<>();
  private final Map<String, Business> running = new TreeMap<>();
  private final Set<String> former = new TreeSet<>();

  BusinessTier(BedSettings settings, Hosts hosts, Processes processes, BedDatabase database) {
    this.settings = settings;
    this.hosts = hosts;
    this.processes = processes;
    this.database = database;
    this.jvm = new NodeJvm(settings);
    this.secret =
        hosts.isExposed() && !isUnprotected() ? Optional.of(Secrets.fresh()) : Optional.empty();
  }

  private boolean isUnprotected() {
    return "true".equals(settings.business().settings().get(HaSetting.UNPROTECTED.key()));
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

  /**
   * The first node alone makes the group; the others then find it.
   *
   * @param progress told of each node that is ready
   */
  void startAll(Consumer<String> progress) {
    Runnable start = new CountedStart(progress);
    start.run();
    int others = settings.businessNodes() - 1;
    if (others > 1) {
      progress.accept("Starting the other %d, all at a time".formatted(others));
    }
    Parallel.run(Collections.nCopies(others, start));
    awaitOneView(settings.startTimeout());
  }

  /** Starts a node and tells how many are ready. */
  private final class CountedStart implements Runnable {
    private final Consumer<String> progress;
    private int ready; // guarded by this

    CountedStart(Consumer<String> progress) {
      this.progress = progress;
    }

    @Override
    public void run() {
      tell(startFresh());
    }

    private synchronized void tell(String name) {
      ready++;
      progress.accept("%s is ready, %d of %d".formatted(name, ready, settings.businessNodes()));
    }
  }

  /** Starts one more node and waits until it has joined; returns its name. */
  public String startFresh() {
    String name;
    synchronized (this) {
      name = "business" + (places.size() + 1);
      places.put(name, Business.Place.take(name, hosts.of(name)));
      settings.former().ifPresent(build -> former.add(name));
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
    List<String> peers;
    synchronized (this) {
      place = places.get(name);
      if (place == null || running.containsKey(name)) {
        throw BedException.bed(
            "no business node that has ended is called %s; there are %s, of which %s run"
                .formatted(name, places.keySet(), running.keySet()));
      }
      peers = peers();
    }
    place.release();
    BusinessCommand command = command(name);
    ManagedProcess process =
        processes.start(
            () ->
                jvm.start(
                    name,
                    place.host(),
                    settings.business(),
                    command.environment(),
                    command.arguments(place, peers)));
    try {
      process.awaitLine("READY", settings.startTimeout());
    } catch (BedException e) {
      process.kill();
      processes.release(process);
      writeAfter(e);
      throw e;
    }
    synchronized (this) {
      running.put(name, new Business(process, place));
    }
    processes.write();
  }

  /** That the disk is full must not hide why a node did not start. */
  private void writeAfter(BedException failure) {
    try {
      processes.write();
    } catch (UncheckedIOException e) {
      failure.addSuppressed(e);
    }
  }

  private BusinessCommand command(String name) {
    Optional<Build> other = former().contains(name) ? settings.former() : Optional.empty();
    return new BusinessCommand(settings, database.access(), secret, other);
  }

  /** Where the running nodes can be joined. */
  private List<String> peers() {
    return running.values().stream().map(node -> node.place().group()).toList();
  }

  /** Names of the nodes that run the former build, those that do not run now included. */
  public synchronized Set<String> former() {
    return Set.copyOf(former);
  }

  /** Has a node run the other build from its next start on: this one, or the former. */
  public synchronized void exchange(String name) {
    if (!former.remove(name)) {
      former.add(name);
    }
  }

  /** Kills a node as {@code kill -9} does. */
  public void kill(String name) {
    ManagedProcess process = remove(name);
    try {
      process.kill();
    } finally {
      processes.write(); // which a full disk does not let it
    }
  }

  /**
   * Asks a node to leave its group and end; waits until it has.
   *
   * @return whether it ended by itself within 30 s; else it was killed
   */
  public boolean stop(String name) {
    ManagedProcess process = remove(name);
    try {
      return process.stop(GRACE);
    } finally {
      processes.write();
    }
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

  private ManagedProcess remove(String name) {
    ManagedProcess process;
    synchronized (this) {
      process = node(name).process();
      running.remove(name);
    }
    processes.release(process);
    return process;
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

  /** Copies that each running node holds, by its name; a node that does not answer is left out. */
  public Map<String, List<CopyLine>> copiesByName() {
    Map<String, Business> nodes;
    synchronized (this) {
      nodes = Map.copyOf(running);
    }
    Map<String, List<CopyLine>> copies = new HashMap<>();
    nodes.forEach(
        (name, node) ->
            statusClient
                .copies(node.place().host().address(), node.place().copiesPort())
                .ifPresent(held -> copies.put(name, held)));
    return copies;
  }

  /** Running nodes whose process has ended without being asked to; they are forgotten. */
  public List<String> ended() {
    List<String> names;
    synchronized (this) {
      names =
          running.values().stream()
              .filter(node -> !node.process().isAlive())
              .map(Business::name)
              .toList();
    }
    if (!names.isEmpty()) {
      names.forEach(this::remove);
      processes.write();
    }
    return names;
  }

  /** Names of the nodes that were started once and do not run now. */
  public synchronized List<String> down() {
    return places.keySet().stream().filter(name -> !running.containsKey(name)).toList();
  }

  /** Where clients reach the beans of a node, {@code host:port}. */
  public synchronized String location(String name) {
    return places.get(name).beans();
  }

  /** Name of the node whose beans are reached at this address, {@code host:port}; or empty. */
  public synchronized Optional<String> at(String location) {
    return places.values().stream()
        .filter(place -> place.beans().equals(location))
        .map(Business.Place::name)
        .findFirst();
  }
}
