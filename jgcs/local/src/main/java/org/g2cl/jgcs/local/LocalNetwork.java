package org.g2cl.jgcs.local;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.ProtocolFactory;

/**
 * Network in one JVM on which members of the engine {@code local} meet; its links can be delayed,
 * blocked and cut, and its members crashed.
 *
 * <p>A {@link #live} network delivers in threads of its own and in real time. A {@link #simulated}
 * one delivers only inside {@link #advance}, in the calling thread, and the same seed gives the
 * same run; there, code that waits for a message waits for ever.
 *
 * <p>Thread-safe. Members are named by the address that their control session has. A view is
 * delivered to a member before the messages of that view; the first one inside {@code join}.
 * Messages of non-members are dropped. A blocked link holds what is sent over it; a cut one loses
 * it, because the views part.
 */
public final class LocalNetwork {
  private static final ConcurrentMap<String, LocalNetwork> NAMED = new ConcurrentHashMap<>();
  private static final AtomicLong UNNAMED = new AtomicLong();

  private final String name;
  private final NetworkClock clock;
  private final Random random;
  private final ReentrantLock lock = new ReentrantLock();
  private final Wire wire;
  private final Map<String, GroupRoom> rooms = new HashMap<>();
  private Duration detection = Duration.ZERO;
  private long lastView;
  private long lastMember;

  private LocalNetwork(String name, NetworkClock clock, long seed) {
    this.name = name;
    this.clock = clock;
    this.random = new Random(seed);
    this.wire = new Wire(clock, random, this::locked);
  }

  /** The live network of that name, one in this JVM; made at the first call. */
  public static LocalNetwork named(String name) {
    return NAMED.computeIfAbsent(name, n -> new LocalNetwork(n, new LiveClock(n), 0));
  }

  /** Creates a live network that only those know who are handed it. */
  public static LocalNetwork live() {
    String name = "live-" + UNNAMED.incrementAndGet();
    return new LocalNetwork(name, new LiveClock(name), 0);
  }

  /** Creates a network whose time is moved by {@link #advance}, with a seed for its delays. */
  public static LocalNetwork simulated(long seed) {
    return new LocalNetwork("simulated-" + UNNAMED.incrementAndGet(), new SimulatedClock(), seed);
  }

  /**
   * Creates a network on the clock of a simulation, which moves the time; {@link #advance} is not
   * for it.
   *
   * @param clock whose events and deliveries all run in one thread at a time
   */
  public static LocalNetwork simulated(long seed, NetworkClock clock) {
    return new LocalNetwork("simulated-" + UNNAMED.incrementAndGet(), clock, seed);
  }

  /** Creates the factory for a member of this network. */
  public ProtocolFactory factory(String memberName) {
    return new LocalProtocolFactory(this, memberName);
  }

  /** Name of this network. */
  public String name() {
    return name;
  }

  /** Delays every message to another member; {@link Duration#ZERO} is the default. */
  public void delay(Duration delay) {
    delay(delay, delay);
  }

  /** Delays every message to another member by a time between two bounds, chosen by the seed. */
  public void delay(Duration shortest, Duration longest) {
    Link.Delay delay = new Link.Delay(shortest, longest);
    locked(() -> wire.usualDelay(delay));
  }

  /** Delays messages of one direction by a time between two bounds, chosen by the seed. */
  public void delay(SocketAddress from, SocketAddress to, Duration shortest, Duration longest) {
    Link.Delay delay = new Link.Delay(shortest, longest);
    locked(() -> wire.link(member(from), member(to)).delay(delay));
  }

  /**
   * Loses and doubles messages to other members, chosen by the seed.
   *
   * @param loss share of best-effort messages that is lost, 0 to 1
   * @param duplication share of best-effort and unordered messages that arrives twice, 0 to 1
   */
  public void disturb(double loss, double duplication) {
    Link.Disturbance disturbance = new Link.Disturbance(loss, duplication);
    locked(() -> wire.usualDisturbance(disturbance));
  }

  /** Loses and doubles messages of one direction, until the next call for all or for this one. */
  public void disturb(SocketAddress from, SocketAddress to, double loss, double duplication) {
    Link.Disturbance disturbance = new Link.Disturbance(loss, duplication);
    locked(() -> wire.link(member(from), member(to)).disturbance(disturbance));
  }

  /**
   * Lets each member hear of a view at its own time, as an engine without virtual synchrony does,
   * between two bounds: from then on messages under way at a view change may be lost, and members
   * that stay together may miss different ones. Before the first call all hear at once.
   */
  public void viewDelay(Duration shortest, Duration longest) {
    Link.Delay delay = new Link.Delay(shortest, longest);
    locked(() -> wire.viewDelay(delay));
  }

  /**
   * Cuts one direction until {@link #unblock}: best-effort messages are lost, others are held, and
   * lost when the views part meanwhile; no view changes by itself.
   */
  public void cut(SocketAddress from, SocketAddress to) {
    locked(() -> wire.link(member(from), member(to)).cut());
  }

  /** Merges all views, and leaves blocks and cuts as they are. */
  public void merge() {
    locked(() -> rooms.values().forEach(GroupRoom::heal));
  }

  /** Time that passes from a crash to the view without that member; default none. */
  public void detection(Duration time) {
    locked(() -> detection = time);
  }

  /** Holds all messages of one direction until {@link #unblock}; no view changes. */
  public void block(SocketAddress from, SocketAddress to) {
    locked(() -> wire.link(member(from), member(to)).block());
  }

  /** Delivers what a block held, in order, and ends it. */
  public void unblock(SocketAddress from, SocketAddress to) {
    locked(() -> wire.unblock(wire.link(member(from), member(to))));
  }

  /**
   * Parts the members into sides that lose each other: each side gets a view of its own.
   *
   * @param sides members that stay together; those that are in no list form a side of their own
   */
  @SafeVarargs
  public final void partition(Collection<? extends SocketAddress>... sides) {
    locked(
        () -> {
          Map<LocalMember, Integer> sideOf = new HashMap<>();
          for (int side = 0; side < sides.length; side++) {
            for (SocketAddress address : sides[side]) {
              sideOf.put(member(address), side);
            }
          }
          rooms.values().forEach(room -> room.partition(sideOf));
        });
  }

  /** Ends blocks and partitions: what was held is delivered, then the views merge. */
  public void heal() {
    locked(
        () -> {
          wire.unblockAll();
          rooms.values().forEach(GroupRoom::heal);
        });
  }

  /**
   * Stops a member as if its process was killed: its session counts as closed and hears nothing
   * more, and the others get a view in which it failed, after the time of {@link #detection}.
   */
  public void crash(SocketAddress address) {
    locked(
        () -> {
          LocalMember victim = member(address);
          victim.crash();
          if (detection.isZero()) {
            remove(victim);
          } else {
            clock.at(clock.nanos() + detection.toNanos(), () -> locked(() -> remove(victim)));
          }
        });
  }

  /**
   * Puts a member out, as a group does with one that it takes for crashed: the others get a view in
   * which it failed, and its session hears that it is excluded; it may join again.
   */
  public void exclude(SocketAddress address) {
    locked(
        () -> {
          LocalMember victim = member(address);
          victim.exclude();
          remove(victim);
        });
  }

  /** Time that a simulated network has been moved by; of a live one, time since some start. */
  public Duration now() {
    return Duration.ofNanos(clock.nanos());
  }

  /**
   * Moves the time of a simulated network, delivering what falls due in this thread.
   *
   * @throws IllegalStateException when this network is live
   */
  public void advance(Duration step) {
    if (!(clock instanceof SimulatedClock simulated)) {
      throw new IllegalStateException("network '" + name + "' is live, its time moves by itself");
    }
    simulated.advance(step);
  }

  LocalMember newMember(String group, String memberName, LocalControlSession session) {
    lock.lock();
    try {
      GroupRoom room =
          rooms.computeIfAbsent(
              group, g -> new GroupRoom(wire, clock, this::locked, () -> ++lastView));
      LocalAddress address =
          new LocalAddress(memberName, new UUID(random.nextLong(), random.nextLong()));
      return new LocalMember(
          this, room, address, ++lastMember, session, new Inbox(clock.of(memberName)));
    } finally {
      lock.unlock();
    }
  }

  void join(LocalMember joining) {
    locked(() -> joining.room().add(joining));
  }

  void leave(LocalMember leaving) {
    locked(() -> remove(leaving));
  }

  private void remove(LocalMember gone) {
    gone.room().remove(gone);
    wire.forget(gone);
  }

  void send(
      LocalMember sender,
      LocalMessage message,
      LocalService service,
      SocketAddress destination,
      boolean toSelf)
      throws GroupException {
    for (LocalMember member : receivers(sender, destination)) {
      member.inbox().awaitRoom(member);
    }
    locked(() -> sendLocked(sender, message, service, destination, toSelf));
  }

  private static List<LocalMember> receivers(LocalMember sender, SocketAddress destination) {
    List<LocalMember> members = sender.view().members();
    return destination == null
        ? members
        : members.stream().filter(m -> m.address().equals(destination)).toList();
  }

  private void sendLocked(
      LocalMember sender,
      LocalMessage message,
      LocalService service,
      SocketAddress destination,
      boolean toSelf) {
    if (sender.left() || sender.crashed()) {
      return;
    }
    if (service == LocalService.TOTAL_ORDER && destination == null) {
      LocalMember coordinator = sender.view().coordinator();
      wire.send(
          new Frame(
              Frame.Kind.TO_SEQUENCER, sender, sender, coordinator, message, service, toSelf));
      return;
    }
    boolean self = toSelf || destination != null;
    for (LocalMember to : receivers(sender, destination)) {
      wire.send(new Frame(Frame.Kind.DIRECT, sender, sender, to, message, service, self));
    }
  }

  private LocalMember member(SocketAddress address) {
    return rooms.values().stream()
        .flatMap(GroupRoom::members)
        .filter(member -> member.address().equals(address))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s' is not a member of a group of network '%s'".formatted(address, name)));
  }

  private void locked(Runnable action) {
    lock.lock();
    try {
      action.run();
    } finally {
      lock.unlock();
    }
  }
}
