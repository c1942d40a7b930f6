package org.g2cl.simulate;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import org.g2cl.Departure;
import org.g2cl.MarshalDataSession;
import org.g2cl.propagation.HeldCopy;
import org.g2cl.propagation.OutcomeLog;
import org.g2cl.propagation.PartitionRule;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.PropagationSettings;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.StatePropagation;
import org.g2cl.propagation.StatePropagations;
import org.g2cl.registry.Registry;

/** One life of a simulated server: the real session, registry and state propagation. */
final class Node {
  private static final Duration READY = Duration.ofSeconds(60);
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final World world;
  private final String name;
  private final Machine machine;
  private final Database database;
  private final Protocol protocol;
  private final MarshalDataSession session;
  private final StatePropagation propagation;
  private final Registry registry;
  private final Set<CompletableFuture<Answer>> connections = new LinkedHashSet<>();
  private final Sight sight;
  private final NameWriter names;
  private boolean serving;
  private boolean leaving;

  /** Put out of the group and not back yet. */
  private boolean away;

  Node(
      World world,
      String name,
      Machine machine,
      Database database,
      Protocol protocol,
      PropagationSettings settings,
      PartitionRule rule,
      boolean bindsLongValues)
      throws GroupException {
    this.world = world;
    this.name = name;
    this.machine = machine;
    this.database = database;
    this.protocol = protocol;
    this.sight = new Sight(world);
    this.names = new NameWriter(world, this, bindsLongValues);
    session =
        MarshalDataSession.open(protocol, Protocols.provider("local").group("simulated"), machine);
    registry = Registry.start(session);
    propagation =
        StatePropagations.in(session, Node::placementName)
            .memberName(name)
            .settings(settings)
            .outcomes(outcomes())
            .rule(rule)
            .start();
    session.addMembershipListener(sight::onView);
    session.addMembershipListener(
        view -> world.note(name + " has view " + view.getMembershipList()));
    session.addDepartureListener(this::departed);
  }

  private void departed(Departure departure) {
    if (departure == Departure.EXCLUDED && !away) {
      world.note(name + " hears that it was put out");
      away = true;
      serving = false;
      machine.start("rejoin", this::comeBack);
    }
  }

  /** Joins again as the HA service does: with all that it has, by a new address. */
  private void comeBack() {
    try {
      do {
        machine.pause(RETRY.toNanos());
      } while (!isJoinedAgain() || !isBound());
      away = false;
      serving = true;
      world.note(name + " is back");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isJoinedAgain() {
    try {
      if (!session.isJoined()) {
        session.join();
      }
      return true;
    } catch (GroupException e) {
      world.note(name + " cannot join again: " + e.getMessage());
      return false;
    }
  }

  private static String placementName(SocketAddress address) {
    return address.toString().split("#", 2)[0];
  }

  private OutcomeLog outcomes() {
    return new OutcomeLog() {
      @Override
      public boolean settle(SessionId id, RequestId request, long epoch)
          throws PropagationException {
        boolean committed = database.settle(machine, request.value(), epoch);
        world.note(name + " settles " + request + " of epoch " + epoch + ": " + committed);
        return committed;
      }

      @Override
      public boolean bar(SessionId id, RequestId request, long epoch) throws PropagationException {
        boolean committed = database.settle(machine, request.value(), epoch);
        world.note(name + " bars " + request + " in epoch " + epoch + ": " + committed);
        return committed;
      }
    };
  }

  /** Joins and begins to serve; by a thread of the machine. */
  void start() throws GroupException, InterruptedException {
    session.join();
    while (!isBound()) {
      machine.pause(RETRY.toNanos());
    }
    serving = true;
    world.note(name + " serves");
  }

  private boolean isBound() throws InterruptedException {
    try {
      registry.awaitReady(READY);
      registry.rebind("nodes/" + name, machine.toString());
      return true;
    } catch (TimeoutException | GroupException e) {
      world.note(name + " has no registry: " + e.getMessage());
      return false;
    }
  }

  /**
   * Hands over and leaves; by a thread of the machine.
   *
   * @return sessions that it left behind though it had time, and others of a primary view to take
   *     them
   */
  int leave(Duration longest) throws GroupException, InterruptedException {
    leaving = true;
    long began = world.now();
    int left = propagation.handOver(longest);
    Duration time = longest.minusNanos(world.now() - began);
    boolean othersStay = sight.members().size() > 1;
    boolean hadTime = !time.isNegative() && !time.isZero();
    boolean wasEarly = left > 0 && othersStay && hadTime && propagation.awaitPrimary(time);
    serving = false;
    world.note(name + " has handed over, " + left + " sessions stay behind");
    session.leave();
    propagation.close();
    registry.close();
    session.close();
    return wasEarly ? left : 0;
  }

  String name() {
    return name;
  }

  Machine machine() {
    return machine;
  }

  Registry registry() {
    return registry;
  }

  NameWriter names() {
    return names;
  }

  StatePropagation propagation() {
    return propagation;
  }

  Database database() {
    return database;
  }

  /** Address in the group, or null. */
  SocketAddress address() {
    return session.localAddress();
  }

  boolean isServing() {
    return serving && machine.isAlive();
  }

  /** Whether it is about to leave, or has left. */
  boolean isLeaving() {
    return leaving;
  }

  /** Whether it was put out of the group and is not back yet. */
  boolean isAway() {
    return away;
  }

  Set<CompletableFuture<Answer>> connections() {
    return connections;
  }

  Optional<HeldCopy> copy(SessionId id) {
    return propagation.heldCopy(id);
  }

  Sight sight() {
    return sight;
  }

  Protocol protocol() {
    return protocol;
  }

  @Override
  public String toString() {
    return machine.toString();
  }
}
