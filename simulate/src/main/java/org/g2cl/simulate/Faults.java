package org.g2cl.simulate;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.g2cl.jgcs.local.LocalNetwork;

/**
 * What goes wrong, drawn from the seed: one fault of the network at a time, others besides. Where
 * there are few nodes, one fault of any kind at a time, and the next when all is whole again: more
 * is not promised of three servers, nor of two.
 */
final class Faults {
  private static final Duration TICK = Duration.ofSeconds(2);
  private static final int FEWEST = 4;

  private final World world;
  private final Cluster cluster;
  private final LocalNetwork network;
  private final long endNanos;
  private final List<SocketAddress[]> cuts = new ArrayList<>();
  private final Set<String> stopping = new HashSet<>();

  /** Nodes that were put out and are not back. */
  private final Set<String> out = new HashSet<>();

  private boolean networkBusy;
  private boolean stormy;
  private int down;

  Faults(World world, Cluster cluster, long endNanos) {
    this.world = world;
    this.cluster = cluster;
    this.network = cluster.network();
    this.endNanos = endNanos;
  }

  void start() {
    network.delay(Duration.ofNanos(50_000), millis(1, 20));
    if (world.happens(0.6)) {
      network.viewDelay(Duration.ofMillis(1), millis(20, 500));
    }
    if (world.happens(0.7)) {
      network.disturb(world.random().nextDouble() * 0.1, world.random().nextDouble() * 0.1);
    }
    tickLater();
  }

  private void tickLater() {
    world.after(
        world.between(TICK.dividedBy(4), TICK.multipliedBy(3)),
        null,
        () -> {
          if (world.now() < endNanos) {
            strike();
            tickLater();
          }
        });
  }

  private void strike() {
    if (areFew() && !isWhole()) {
      return;
    }
    cluster.harm();
    switch (world.random().nextInt(12)) {
      case 0, 1 -> crash();
      case 2 -> pause();
      case 3 -> leave();
      case 4 -> partition();
      case 5 -> cutOneWay();
      case 6 -> bridge();
      case 7 -> storm();
      case 8 -> deafen();
      case 9 -> putOut();
      case 10 -> silenceDatabase();
      default -> isolate();
    }
  }

  private Duration millis(int shortest, int longest) {
    return world.between(Duration.ofMillis(shortest), Duration.ofMillis(longest));
  }

  private boolean areFew() {
    return cluster.names().size() <= FEWEST;
  }

  /** Tells whether the faults before are over, and what they have cost is made good. */
  private boolean isWhole() {
    return down == 0
        && !networkBusy
        && !stormy
        && !cluster.database().isSilent()
        && stopping.isEmpty()
        && out.isEmpty()
        && cluster.living().size() == cluster.names().size()
        && cluster.isAtEase();
  }

  private Node victim() {
    List<Node> serving = cluster.living().stream().filter(Node::isServing).toList();
    serving = serving.stream().filter(node -> !isOnItsWay(node.name())).toList();
    boolean many = serving.size() - down >= FEWEST && cluster.names().size() - down > FEWEST;
    boolean enough = many || (areFew() && !serving.isEmpty());
    return enough ? serving.get(world.random().nextInt(serving.size())) : null;
  }

  private boolean isOnItsWay(String name) {
    return stopping.contains(name) || out.contains(name);
  }

  // ---------------------------------------------------------------- machines

  private void crash() {
    Node victim = victim();
    if (victim == null || victim.machine().isPaused()) {
      return;
    }
    down++;
    Duration detection = world.happens(0.5) ? millis(1, 50) : millis(1_000, 8_000);
    cluster.crash(victim, detection);
    world.after(detection.plus(millis(500, 20_000)), null, () -> restart(victim.name()));
  }

  private void restart(String name) {
    down--;
    stopping.remove(name);
    world.note(name + " starts again");
    cluster.start(name);
  }

  private void pause() {
    Node victim = victim();
    if (victim == null || victim.machine().isPaused()) {
      return;
    }
    Duration length = world.happens(0.5) ? millis(50, 3_000) : millis(3_000, 20_000);
    Duration detection = millis(2_000, 8_000);
    world.note(victim + " pauses for " + length);
    victim.machine().pause();
    boolean noticed = length.compareTo(detection) > 0 && !networkBusy;
    if (noticed) {
      networkBusy = true;
      world.after(detection, null, () -> exclude(victim));
    }
    world.after(
        length,
        null,
        () -> {
          if (victim.machine().isAlive()) {
            world.note(victim + " goes on");
            victim.machine().resume();
          }
          if (noticed) {
            world.after(millis(100, 5_000), null, this::endOfPart);
          }
        });
  }

  private void leave() {
    Node victim = victim();
    if (victim == null || victim.machine().isPaused()) {
      return;
    }
    down++;
    stopping.add(victim.name());
    world.note(victim + " is about to leave");
    victim
        .machine()
        .start(
            "stop",
            () -> {
              try {
                int abandoned = victim.leave(Duration.ofSeconds(10));
                cluster.left(victim, abandoned);
              } catch (Exception e) {
                world.note(victim + " cannot leave: " + e);
              }
            });
    world.after(
        Duration.ofSeconds(12),
        null,
        () -> {
          if (victim.machine().isAlive()) {
            cluster.crash(victim, Duration.ofMillis(10));
          }
          world.after(millis(100, 5_000), null, () -> restart(victim.name()));
        });
  }

  /**
   * The others take a member that lives for crashed. Half of them stand still meanwhile, and hear
   * of it only when they have gone on.
   *
   * <p>Not one of two that are left in their part, when either may go on alone: both would.
   */
  private void putOut() {
    Node victim = victim();
    if (victim == null || victim.machine().isPaused() || isOneOfTwo(victim)) {
      return;
    }
    down++;
    out.add(victim.name());
    if (world.happens(0.5)) {
      Duration length = millis(100, 10_000);
      world.note(victim + " stands still for " + length);
      victim.machine().pause();
      world.after(length, null, victim.machine()::resume);
    }
    world.after(
        millis(1, 50),
        null,
        () -> {
          world.note("the others put " + victim + " out");
          network.exclude(victim.address());
        });
    world.after(Duration.ofSeconds(1), null, () -> awaitBack(victim));
  }

  private boolean isOneOfTwo(Node node) {
    return !cluster.isStrict() && node.sight().members().size() == 2;
  }

  private void awaitBack(Node victim) {
    if (victim.machine().isPaused() || victim.isAway()) {
      world.after(Duration.ofSeconds(1), null, () -> awaitBack(victim));
    } else {
      down--;
      out.remove(victim.name());
    }
  }

  // ---------------------------------------------------------------- the network

  private List<SocketAddress> addresses() {
    List<SocketAddress> addresses = new ArrayList<>();
    for (Node node : cluster.living()) {
      if (node.isServing() && node.address() != null && !out.contains(node.name())) {
        addresses.add(node.address());
      }
    }
    Collections.shuffle(addresses, world.random());
    return addresses;
  }

  private void partition() {
    part(1 + world.random().nextInt(4));
  }

  private void isolate() {
    part(1);
  }

  private void part(int size) {
    List<SocketAddress> all = addresses();
    if (networkBusy || all.size() < fewestToPart(2)) {
      return;
    }
    networkBusy = true;
    List<SocketAddress> side = all.subList(0, Math.min(size, all.size() / 2));
    List<SocketAddress> rest = all.subList(side.size(), all.size());
    world.note("network parts: " + side + " from " + rest);
    for (SocketAddress one : side) {
      for (SocketAddress other : rest) {
        cut(one, other);
        cut(other, one);
      }
    }
    world.after(millis(100, 6_000), null, () -> partViews(side));
    world.after(millis(7_000, 40_000), null, this::heal);
  }

  private int fewestToPart(int least) {
    return areFew() ? least : FEWEST + 1;
  }

  private void cutOneWay() {
    List<SocketAddress> all = addresses();
    if (networkBusy || all.size() < fewestToPart(2)) {
      return;
    }
    networkBusy = true;
    SocketAddress from = all.get(0);
    SocketAddress to = all.get(1);
    world.note("cut: " + from + " is not heard by " + to);
    cut(from, to);
    boolean noticed = world.happens(0.6);
    SocketAddress put = world.happens(0.5) ? from : to;
    if (noticed) {
      world.after(millis(2_000, 6_000), null, () -> partViews(List.of(put)));
    }
    world.after(millis(500, 15_000), null, this::heal);
  }

  /** Two lose each other, all others see both. */
  private void bridge() {
    List<SocketAddress> all = addresses();
    if (networkBusy || all.size() < fewestToPart(3)) {
      return;
    }
    networkBusy = true;
    world.note("bridge: " + all.get(0) + " and " + all.get(1) + " lose each other");
    cut(all.get(0), all.get(1));
    cut(all.get(1), all.get(0));
    world.after(millis(2_000, 6_000), null, () -> partViews(List.of(all.get(0))));
    world.after(millis(500, 15_000), null, this::heal);
  }

  private void storm() {
    Duration slow = millis(50, 700);
    world.note("storm: messages take up to " + slow);
    stormy = true;
    network.delay(Duration.ofNanos(50_000), slow);
    network.disturb(0.3, 0.2);
    world.after(
        millis(500, 6_000),
        null,
        () -> {
          network.delay(Duration.ofNanos(50_000), Duration.ofMillis(5));
          network.disturb(0.01, 0.01);
          stormy = false;
        });
  }

  private void deafen() {
    Client client = cluster.clients().get(world.random().nextInt(cluster.clients().size()));
    String node = cluster.anyNode();
    world.note(client.machine() + " and " + node + " do not hear each other");
    cluster.deafen(client, node);
    world.after(millis(500, 20_000), null, cluster::hearAgain);
  }

  private void silenceDatabase() {
    Duration length = millis(1_000, 20_000);
    if (!cluster.database().isSilent()) {
      world.note("database is silent for " + length);
      cluster.database().fallSilent(length);
    }
  }

  private void cut(SocketAddress from, SocketAddress to) {
    network.cut(from, to);
    cuts.add(new SocketAddress[] {from, to});
  }

  private void exclude(Node node) {
    if (node.machine().isAlive() && node.address() != null && !out.contains(node.name())) {
      partViews(List.of(node.address()));
    }
  }

  /**
   * Not while one has seen itself as one of two last, as one that stands still may have: it would
   * go on alone, though the other of the two has gone on among many.
   */
  private void partViews(List<SocketAddress> side) {
    List<SocketAddress> members = addresses();
    List<SocketAddress> there = side.stream().filter(members::contains).toList();
    boolean isPair = cluster.living().stream().anyMatch(this::isOneOfTwo);
    if (networkBusy && !isPair && !there.isEmpty() && there.size() < members.size()) {
      network.partition(there);
    }
  }

  private void heal() {
    world.note("network heals");
    List<SocketAddress> members =
        cluster.living().stream()
            .filter(node -> !out.contains(node.name()))
            .map(Node::address)
            .toList();
    for (SocketAddress[] cut : cuts) {
      if (members.contains(cut[0]) && members.contains(cut[1])) {
        network.unblock(cut[0], cut[1]);
      }
    }
    cuts.clear();
    world.after(millis(100, 5_000), null, this::endOfPart);
  }

  private void endOfPart() {
    network.merge();
    networkBusy = false;
  }

  /** Ends all faults. */
  void end() {
    cluster.database().answerAgain();
    cluster.calmDown();
    network.delay(Duration.ofNanos(50_000), Duration.ofMillis(1));
    network.disturb(0, 0);
    for (Node node : cluster.living()) {
      if (node.machine().isPaused()) {
        node.machine().resume();
      }
    }
    heal();
  }
}
