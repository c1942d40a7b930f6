package org.g2cl.bench.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.g2cl.bench.worker.Arguments;
import org.g2cl.bench.worker.BenchException;
import org.g2cl.bench.worker.Crew;
import org.g2cl.loadtest.bed.Ports;

/** Business nodes that run in workers. */
public final class Nodes {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(100);

  private final Crew crew;
  private final List<Integer> ports;
  private final List<Integer> groupPorts;
  private final boolean replicated;
  private final String engine;

  private Nodes(Crew crew, boolean replicated, String engine) {
    this.crew = crew;
    this.ports = ports(crew.size());
    this.groupPorts = ports(crew.size());
    this.replicated = replicated;
    this.engine = engine;
  }

  /**
   * Starts a node in each worker; those that replicate join one group and keep one backup.
   *
   * @param engine engine of the group
   */
  public static Nodes start(Crew crew, boolean replicated, String engine) {
    Nodes nodes = new Nodes(crew, replicated, engine);
    for (int i = 0; i < crew.size(); i++) {
      crew.worker(i).tell(NodeRole.class, "start", nodes.arguments(i));
    }
    if (replicated) {
      await(
          () ->
              crew.all(NodeRole.class, "members").stream().allMatch(n -> n.asInt() == crew.size()),
          crew.size() + " nodes did not see each other");
    }
    return nodes;
  }

  /** Starts the node in the first worker; the others are to {@link #join} later. */
  static Nodes startFirst(Crew crew, String engine) {
    Nodes nodes = new Nodes(crew, true, engine);
    crew.worker(0).tell(NodeRole.class, "start", nodes.arguments(0));
    return nodes;
  }

  /** Starts the node in another worker; the answer comes when it has joined. */
  CompletableFuture<JsonNode> join(int worker) {
    return crew.worker(worker).ask(NodeRole.class, "start", arguments(worker));
  }

  private Arguments arguments(int worker) {
    String peers = worker == 0 ? "" : "127.0.0.1:" + groupPorts.get(0);
    return Arguments.of("port", ports.get(worker), "replicated", replicated, "engine", engine)
        .with("group", "bench-" + ports.get(0))
        .with("groupPort", groupPorts.get(worker))
        .with("peers", peers)
        .with("backups", Math.min(1, crew.size() - 1));
  }

  private static List<Integer> ports(int count) {
    try (Ports free = Ports.free()) {
      List<Integer> taken = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        taken.add(free.take());
      }
      return taken;
    }
  }

  /** Workers that they run in. */
  public Crew crew() {
    return crew;
  }

  /** Locations for clients, {@code host:port,host:port}. */
  public String servers() {
    return String.join(",", ports.stream().map(port -> "127.0.0.1:" + port).toList());
  }

  /** Location of the first node. */
  public String first() {
    return "127.0.0.1:" + ports.get(0);
  }

  /** Processor time of all nodes together since their start, in nanoseconds. */
  public long cpuNanos() {
    return crew.all(NodeRole.class, "cpu").stream().mapToLong(cpu -> cpu.asLong()).sum();
  }

  /** Waits until a condition holds. */
  public static void await(BooleanSupplier condition, String failure) {
    long end = System.nanoTime() + LONGEST_WAIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new BenchException(failure + " within " + LONGEST_WAIT.toSeconds() + " s");
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }
}
