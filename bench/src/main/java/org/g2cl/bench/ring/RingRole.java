package org.g2cl.bench.ring;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.G2CLMessage;
import org.g2cl.MarshalDataSession;
import org.g2cl.bench.layers.G2clGroup;
import org.g2cl.bench.node.Nodes;
import org.g2cl.bench.worker.Arguments;
import org.g2cl.bench.worker.BenchException;
import org.g2cl.bench.worker.Role;

/** Worker's part in {@code ring}: all members, in one JVM as the study had them. */
public final class RingRole implements Role {
  private static final int SERVICE_ID = 9;
  private static final long LONGEST_SECONDS = 240;

  private final List<G2clGroup> members = new ArrayList<>();
  private volatile List<SocketAddress> addresses = List.of();
  private volatile CountDownLatch home = new CountDownLatch(1);

  /** For the worker. */
  public RingRole() {}

  @Override
  public Object handle(String verb, Arguments arguments) throws Exception {
    return switch (verb) {
      case "form" -> form(arguments);
      case "pass" -> pass(arguments);
      default -> throw new BenchException("a ring does not know how to " + verb);
    };
  }

  /** Closes the ring that there is and forms another one. */
  private Object form(Arguments arguments) throws GroupException {
    close();
    List<String> ports = arguments.list("ports");
    for (int i = 0; i < ports.size(); i++) {
      int own = i;
      members.add(
          G2clGroup.join(
              arguments.text("engine"),
              "ring" + ports.get(0),
              settings(arguments, ports.get(i), ports.get(0)),
              session -> register(session, own)));
    }
    Nodes.await(
        () -> members.stream().allMatch(member -> member.members() == ports.size()),
        ports.size() + " members did not see each other");
    addresses = members.stream().map(member -> member.session().localAddress()).toList();
    return null;
  }

  private static Map<String, String> settings(Arguments arguments, String port, String first) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(ProtocolProvider.BIND_PORT, port);
    settings.put(ProtocolProvider.PEERS, "127.0.0.1:" + first);
    if (arguments.values().containsKey("stack")) {
      settings.put(ProtocolProvider.STACK, arguments.text("stack"));
    }
    return settings;
  }

  private void register(MarshalDataSession session, int own) {
    session.register(
        SERVICE_ID,
        message -> {
          int left = message.payload().getInt();
          if (left == 0) {
            home.countDown();
          } else {
            send(session, own, left - 1);
          }
        });
  }

  private void send(MarshalDataSession session, int own, int left) {
    SocketAddress next = addresses.get((own + 1) % addresses.size());
    byte[] token = ByteBuffer.allocate(Integer.BYTES).putInt(left).array();
    try {
      session.send(new G2CLMessage(next, token), SERVICE_ID, ServiceNames.FIFO);
    } catch (GroupException e) {
      throw new BenchException("the token could not be passed on: " + e, e);
    }
  }

  /** Seconds that the token takes for so many rounds. */
  private double pass(Arguments arguments) throws InterruptedException, TimeoutException {
    int hops = arguments.number("rounds") * members.size();
    home = new CountDownLatch(1);
    long start = System.nanoTime();
    send(members.get(0).session(), 0, hops - 1);
    if (!home.await(LONGEST_SECONDS, TimeUnit.SECONDS)) {
      throw new TimeoutException("the token was not back within " + LONGEST_SECONDS + " s");
    }
    return (System.nanoTime() - start) / 1e9;
  }

  @Override
  public void close() {
    members.forEach(G2clGroup::close);
    members.clear();
  }
}
