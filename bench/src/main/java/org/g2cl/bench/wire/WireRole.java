package org.g2cl.bench.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.bench.delivery.Endpoint;
import org.g2cl.bench.delivery.Subject;
import org.g2cl.bench.layers.LinkPair;
import org.g2cl.bench.worker.Arguments;
import org.g2cl.bench.worker.BenchException;
import org.g2cl.bench.worker.Role;

/** Worker's part in {@code overhead}: both members of each group, in one JVM. */
public final class WireRole implements Role {
  private static final long LONGEST_SECONDS = 30;
  private static final long POLL_MILLIS = 20;

  /** The same for all, since its name is in every frame; they differ in their ports. */
  private static final String GROUP = "bench";

  private final Map<String, Pair> pairs = new LinkedHashMap<>();

  /** For the worker. */
  public WireRole() {}

  @Override
  public Object handle(String verb, Arguments arguments) throws Exception {
    return switch (verb) {
      case "open" -> open(arguments);
      case "count" -> count(arguments);
      default -> throw new BenchException("the counter does not know how to " + verb);
    };
  }

  private Object open(Arguments arguments) throws Exception {
    String name = arguments.text("name");
    boolean multicast = Boolean.parseBoolean(arguments.text("multicast"));
    Pair pair = multicast ? Multicast.open(arguments) : Unicast.open(arguments);
    pairs.put(name, pair);
    awaitEachOther(name, pair);
    return null;
  }

  /** On a machine that is busy a joiner may begin alone, and is merged with the other later. */
  private static void awaitEachOther(String name, Pair pair) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
    while (!pair.isTogether()) {
      if (System.nanoTime() > end) {
        throw new BenchException(
            "%s: two members did not form a group within %d s; is the machine very busy?"
                .formatted(name, LONGEST_SECONDS));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /** Bytes that the first member, and the second, wrote while it was sent so often. */
  private List<Long> count(Arguments arguments) throws Exception {
    Pair pair = pairs.get(arguments.text("name"));
    List<Integer> ports = ports(arguments);
    long first = TCP.written(ports.get(0));
    long second = TCP.written(ports.get(1));
    pair.send(new byte[arguments.number("size")], arguments.number("messages"));
    return List.of(TCP.written(ports.get(0)) - first, TCP.written(ports.get(1)) - second);
  }

  static List<Integer> ports(Arguments arguments) {
    return arguments.list("ports").stream().map(Integer::valueOf).toList();
  }

  /** Settings of the member on this port. */
  static Map<String, String> settings(Arguments arguments, int port) {
    List<String> peers = new ArrayList<>();
    ports(arguments).forEach(peer -> peers.add("127.0.0.1:" + peer));
    return Map.of(
        ProtocolProvider.PACKING,
        "false",
        ProtocolProvider.STACK,
        arguments.text("stack"),
        ProtocolProvider.BIND_PORT,
        Integer.toString(port),
        ProtocolProvider.PEERS,
        String.join(",", peers));
  }

  @Override
  public void close() {
    pairs.values().forEach(Pair::close);
    pairs.clear();
  }

  /** Two members; the first of them sends. */
  private interface Pair extends AutoCloseable {
    void send(byte[] payload, int messages) throws Exception;

    boolean isTogether();

    @Override
    void close();
  }

  /** Multicasts in total order, until the other member has them all. */
  private record Multicast(Endpoint sender, Endpoint receiver, Semaphore delivered)
      implements Pair {
    static Multicast open(Arguments arguments) throws Exception {
      Semaphore delivered = new Semaphore(0);
      Subject subject = Subject.of(arguments.text("kind"));
      List<Integer> ports = ports(arguments);
      Endpoint sender =
          Endpoint.join(subject, GROUP, settings(arguments, ports.get(0)), (from, first) -> {});
      Endpoint receiver =
          Endpoint.join(
              subject,
              GROUP,
              settings(arguments, ports.get(1)),
              (from, first) -> delivered.release());
      return new Multicast(sender, receiver, delivered);
    }

    @Override
    public void send(byte[] payload, int messages) throws Exception {
      for (int i = 0; i < messages; i++) {
        sender.multicast(payload);
      }
      if (!delivered.tryAcquire(messages, LONGEST_SECONDS, TimeUnit.SECONDS)) {
        throw new TimeoutException(
            delivered.availablePermits() + " of " + messages + " messages were delivered");
      }
    }

    @Override
    public boolean isTogether() {
      return sender.members() == 2 && receiver.members() == 2;
    }

    @Override
    public void close() {
      receiver.close();
      sender.close();
    }
  }

  /** Messages to the other member alone, each acknowledged or answered by one byte. */
  private record Unicast(LinkPair links) implements Pair {
    static Unicast open(Arguments arguments) throws Exception {
      List<Integer> ports = ports(arguments);
      return new Unicast(
          LinkPair.open(
              arguments.text("kind"),
              Subject.JGROUPS,
              GROUP,
              settings(arguments, ports.get(0)),
              settings(arguments, ports.get(1))));
    }

    @Override
    public void send(byte[] payload, int messages) throws Exception {
      for (int i = 0; i < messages; i++) {
        links.roundTrip(payload);
      }
    }

    @Override
    public boolean isTogether() {
      return links.isTogether();
    }

    @Override
    public void close() {
      links.close();
    }
  }
}
