package hub;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Group of one JVM: asks all members to block, waits for their consent, then gives a view. */
public final class Hub {
  private static final Map<String, Hub> HUBS = new HashMap<>();
  private static final ScheduledExecutorService CLOCK =
      Executors.newSingleThreadScheduledExecutor(
          body -> {
            Thread thread = new Thread(body, "hub-clock");
            thread.setDaemon(true);
            return thread;
          });
  private static int lastPort;

  private final Random random = new Random(7);
  private final List<HubSession> present = new ArrayList<>();
  private final Set<HubSession> wanted = new HashSet<>();
  private final Set<HubSession> consenting = new HashSet<>();
  private boolean changing;
  private long views;

  static synchronized Hub of(String name) {
    return HUBS.computeIfAbsent(name, any -> new Hub());
  }

  static synchronized SocketAddress newAddress() {
    return InetSocketAddress.createUnresolved("hub", ++lastPort);
  }

  /** Ends a member without its consent, from outside. */
  public static synchronized void crash(SocketAddress address) {
    for (Hub hub : HUBS.values()) {
      hub.crashHere(address, false);
    }
  }

  /** Puts a member out of the group, and tells it. */
  public static synchronized void exclude(SocketAddress address) {
    for (Hub hub : HUBS.values()) {
      hub.crashHere(address, true);
    }
  }

  private synchronized void crashHere(SocketAddress address, boolean tell) {
    for (HubSession session : List.copyOf(present)) {
      if (session.address().equals(address)) {
        if (tell) {
          session.enqueue(session::tellExclusion);
        } else {
          session.stop();
        }
        present.remove(session);
        wanted.remove(session);
        consenting.remove(session);
        changing = false;
        change();
      }
    }
  }

  synchronized void add(HubSession session) {
    wanted.add(session);
    change();
  }

  synchronized void remove(HubSession session) {
    wanted.remove(session);
    change();
  }

  private void change() {
    if (changing) {
      return;
    }
    changing = true;
    consenting.clear();
    for (HubSession session : present) {
      session.enqueue(session::tellBlock);
    }
    installWhenAllConsent();
  }

  synchronized void consent(HubSession session) {
    if (changing) {
      consenting.add(session);
      installWhenAllConsent();
    }
  }

  private void installWhenAllConsent() {
    if (!changing || !consenting.containsAll(present)) {
      return;
    }
    changing = false;
    consenting.clear(); // else a group of the past would keep its members for ever
    Set<HubSession> next = new HashSet<>(wanted);
    for (HubSession gone : List.copyOf(present)) {
      if (!next.contains(gone)) {
        present.remove(gone);
        gone.enqueue(gone::tellLeft);
      }
    }
    for (HubSession session : next) {
      if (!present.contains(session)) {
        present.add(session);
      }
    }
    List<SocketAddress> addresses = new ArrayList<>();
    present.forEach(session -> addresses.add(session.address()));
    long number = ++views;
    for (HubSession session : present) {
      session.enqueue(() -> session.install(number, Collections.unmodifiableList(addresses)));
    }
    if (!next.equals(wanted)) {
      change();
    }
  }

  /** All members get all messages in the order of these calls, but optimistic ones. */
  synchronized void send(
      byte[] payload, HubService service, HubSession from, SocketAddress destination) {
    for (HubSession session : present) {
      if (destination == null || destination.equals(session.address())) {
        if (service.name.equals("optimistic")) {
          sendOptimistically(payload, from, session);
        } else {
          session.enqueue(() -> session.tell(copy(payload, from), null));
        }
      }
    }
  }

  private void sendOptimistically(byte[] payload, HubSession from, HubSession to) {
    Object[] context = new Object[1];
    HubMessage message = copy(payload, from);
    CLOCK.schedule(
        () -> to.enqueue(() -> to.tell(message, context)),
        random.nextInt(10),
        TimeUnit.MILLISECONDS);
    CLOCK.schedule(
        () -> to.enqueue(() -> to.tellServices(context)), 20, TimeUnit.MILLISECONDS);
  }

  private static HubMessage copy(byte[] payload, HubSession from) {
    HubMessage message = new HubMessage();
    message.setPayload(payload.clone());
    message.setSenderAddress(from.address());
    return message;
  }
}
