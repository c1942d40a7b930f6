package org.g2cl.simulate;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A fault of several steps in place of those of {@link Faults}: one member is cut off while the
 * others of its primary view form the next one with many more; those others crash, are started
 * anew, and find nobody but the member that was cut off, which knows the older view only.
 *
 * <p>Nothing may come of it: those that joined in between go on, the three wait.
 */
final class Straggler {
  private static final int LEFT = 3;

  private final World world;
  private final Cluster cluster;
  private final List<SocketAddress[]> cuts = new ArrayList<>();
  private final List<String> crashed = new ArrayList<>();
  private Node cutOff;

  private Straggler(World world, Cluster cluster) {
    this.world = world;
    this.cluster = cluster;
  }

  /** Lets it happen, at times that the seed says. */
  static void strike(World world, Cluster cluster) {
    Straggler straggler = new Straggler(world, cluster);
    cluster.network().delay(Duration.ofNanos(50_000), Duration.ofMillis(5));
    straggler.then(6, straggler::shrink);
  }

  private void then(int seconds, Runnable step) {
    Duration least = Duration.ofSeconds(seconds);
    world.after(world.between(least, least.plusMillis(900)), null, step);
  }

  /** One after the other, so that there is always a majority, and time to make copies. */
  private void shrink() {
    cluster.harm();
    List<Node> living = cluster.living();
    if (living.size() == LEFT) {
      cutOff = living.get(LEFT - 1); // not the first, which those join that are started
      part();
      then(3, this::grow);
    } else {
      crash(living.get(world.random().nextInt(living.size())));
      then(3, this::shrink);
    }
  }

  private void crash(Node node) {
    cluster.crash(node, Duration.ofMillis(10));
    crashed.add(node.name());
  }

  private void part() {
    world.note(cutOff + " is cut off");
    for (Node other : cluster.living()) {
      if (other != cutOff) {
        cut(cutOff.address(), other.address());
        cut(other.address(), cutOff.address());
      }
    }
    cluster.network().partition(List.of(cutOff.address()));
  }

  private void cut(SocketAddress from, SocketAddress to) {
    cluster.network().cut(from, to);
    cuts.add(new SocketAddress[] {from, to});
  }

  private void grow() {
    crashed.forEach(cluster::start);
    crashed.clear();
    then(8, this::forget);
  }

  /** Those of the view that both sides know crash; the one cut off joined before all others. */
  private void forget() {
    cluster.living().stream().filter(this::isOfTheOldView).toList().forEach(this::crash);
    then(2, this::meet);
  }

  private boolean isOfTheOldView(Node node) {
    return node != cutOff && cuts.stream().anyMatch(cut -> cut[0].equals(node.address()));
  }

  private void meet() {
    cluster.network().merge(); // so that its part is the first, which others join
    part();
    crashed.forEach(cluster::start);
    then(14, this::heal);
  }

  private void heal() {
    world.note("network heals");
    List<SocketAddress> members = cluster.living().stream().map(Node::address).toList();
    for (SocketAddress[] cut : cuts) {
      if (members.contains(cut[0]) && members.contains(cut[1])) {
        cluster.network().unblock(cut[0], cut[1]);
      }
    }
    cluster.network().merge();
  }
}
