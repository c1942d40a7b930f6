package org.g2cl.loadtest.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.g2cl.loadtest.bed.BusinessTier;
import org.g2cl.loadtest.bed.Network;
import org.g2cl.loadtest.bed.TestBed;
import org.g2cl.loadtest.node.NodeStatus;

/** Does one fault after the other to a bed, and takes each away again. Used by one thread. */
final class Disturber {
  private static final int SLOW_KILOBITS = 1_000;
  private static final Duration SHORT_STAY = Duration.ofSeconds(2);

  private final BusinessTier business;
  private final Optional<Network> network;
  private final Clock clock;
  private final Consumer<String> say;

  /**
   * @param say told what is done
   */
  Disturber(TestBed bed, Clock clock, Consumer<String> say) {
    this.business = bed.business();
    this.network = bed.network();
    this.clock = clock;
    this.say = say;
  }

  /** Does the fault, waits as long as it is to last, and takes it away. */
  Fault run(PlannedFault plan) throws InterruptedException {
    List<String> nodes = new ArrayList<>(business.names());
    Collections.sort(nodes);
    String node = owner(nodes, plan);
    return switch (plan.kind()) {
      case KILL -> kill(plan, node);
      case COORDINATOR -> kill(plan, coordinator().orElse(node));
      case PAUSE -> pause(plan, node);
      case SILENT -> cut(plan, node + " from everybody", List.of(node), cutOff(node, nodes));
      case ISOLATED -> cut(plan, node + " from the others", List.of(), apart(Set.of(node), nodes));
      case ONE_WAY -> cut(plan, node + " to the others", List.of(), oneWay(node, nodes));
      case HALVES -> halves(plan, nodes);
      case BRIDGE -> bridge(plan, nodes);
      case SLOW -> slow(plan, node);
      case ROLLING -> restart(plan, shuffled(nodes, plan), false);
      case ALL_BUT_ONE -> restart(plan, shuffled(nodes, plan).subList(1, nodes.size()), true);
    };
  }

  /** A node that owns sessions, so that somebody notices; any when none does. */
  private String owner(List<String> nodes, PlannedFault plan) {
    List<String> owners =
        business.statuses().stream()
            .filter(status -> status.sessions() > 0)
            .map(NodeStatus::name)
            .filter(nodes::contains)
            .sorted()
            .toList();
    List<String> from = owners.isEmpty() ? nodes : owners;
    return from.get(plan.pick() % from.size());
  }

  private Fault kill(PlannedFault plan, String node) throws InterruptedException {
    List<String> victims = List.of(business.location(node));
    long begin = clock.micros();
    business.kill(node);
    tell(plan, node);
    hold(plan.hold());
    long returns = clock.micros();
    business.start(node);
    return done(plan, node, victims, begin, returns);
  }

  private Fault pause(PlannedFault plan, String node) throws InterruptedException {
    List<String> victims = List.of(business.location(node));
    // some short enough to go unnoticed, some long enough to be thrown out
    Duration length = plan.hold().multipliedBy(plan.otherPick() % 3 == 0 ? 3 : 1);
    String text = node + " for " + length.toSeconds() + " s";
    long begin = clock.micros();
    business.pause(node);
    tell(plan, text);
    long returns;
    try {
      hold(length);
    } finally {
      returns = clock.micros();
      business.resume(node);
    }
    return done(plan, text, victims, begin, returns);
  }

  /** One direction of the network. */
  private record Way(String from, String to) {}

  private Fault cut(PlannedFault plan, String text, List<String> silent, List<Way> ways)
      throws InterruptedException {
    List<String> victims = silent.stream().map(business::location).toList();
    // shorter than this nobody would have been thrown out
    Duration length = plan.hold().multipliedBy(2);
    long begin = clock.micros();
    long returns;
    try {
      ways.forEach(way -> network().block(way.from(), way.to()));
      tell(plan, text + " for " + length.toSeconds() + " s");
      hold(length);
    } finally {
      returns = clock.micros();
      network().heal();
    }
    return done(plan, text, victims, begin, returns);
  }

  private static List<Way> cutOff(String node, List<String> nodes) {
    List<Way> ways = apart(Set.of(node), nodes);
    ways.add(new Way(node, Network.BED));
    ways.add(new Way(Network.BED, node));
    return ways;
  }

  private static List<Way> oneWay(String node, List<String> nodes) {
    return nodes.stream()
        .filter(other -> !other.equals(node))
        .map(other -> new Way(node, other))
        .toList();
  }

  /** Both ways between a part and the rest. */
  private static List<Way> apart(Set<String> part, List<String> nodes) {
    List<Way> ways = new ArrayList<>();
    for (String one : part) {
      for (String other : nodes) {
        if (!part.contains(other)) {
          ways.add(new Way(one, other));
          ways.add(new Way(other, one));
        }
      }
    }
    return ways;
  }

  private Fault halves(PlannedFault plan, List<String> nodes) throws InterruptedException {
    Set<String> part = new HashSet<>(shuffled(nodes, plan).subList(0, (nodes.size() - 1) / 2));
    return cut(plan, sorted(part) + " from the others", List.of(), apart(part, nodes));
  }

  private Fault bridge(PlannedFault plan, List<String> nodes) throws InterruptedException {
    List<String> order = shuffled(nodes, plan);
    String middle = order.get(0);
    List<String> rest = order.subList(1, order.size());
    Set<String> part = new HashSet<>(rest.subList(0, rest.size() / 2));
    return cut(
        plan,
        sorted(part)
            + " from "
            + sorted(new HashSet<>(rest.subList(rest.size() / 2, rest.size())))
            + ", "
            + middle
            + " between",
        List.of(),
        apart(part, rest));
  }

  private Fault slow(PlannedFault plan, String node) throws InterruptedException {
    Duration length = plan.hold().multipliedBy(2);
    String text = node + " at 1 Mbit/s for " + length.toSeconds() + " s";
    long begin = clock.micros();
    network().slow(node, SLOW_KILOBITS);
    tell(plan, text);
    long returns;
    try {
      hold(length);
    } finally {
      returns = clock.micros();
      network().heal();
    }
    return done(plan, text, List.of(), begin, returns);
  }

  /**
   * @param together whether all are down before the first is started again
   */
  private Fault restart(PlannedFault plan, List<String> nodes, boolean together)
      throws InterruptedException {
    String text = nodes.size() + " nodes" + (together ? " together" : ", one after the other");
    long begin = clock.micros();
    tell(plan, text);
    for (String node : nodes) {
      if (!business.stop(node)) {
        say.accept(node + " did not end by itself within its time and was killed");
      }
      if (!together) {
        business.start(node);
        hold(SHORT_STAY);
      }
    }
    if (together) {
      hold(SHORT_STAY);
      for (String node : nodes) {
        business.start(node);
      }
    }
    return done(plan, text, List.of(), begin, begin);
  }

  private Fault done(
      PlannedFault plan, String text, List<String> victims, long begin, long returns) {
    return new Fault(plan.kind(), text, victims, begin, returns, clock.micros(), 0, Waits.NONE);
  }

  private void tell(PlannedFault plan, String text) {
    say.accept(plan.kind().description() + ": " + text);
  }

  /** The node that most nodes name as the first of their view. */
  private Optional<String> coordinator() {
    return business.statuses().stream()
        .map(NodeStatus::members)
        .filter(members -> !members.isEmpty())
        .map(members -> members.get(0))
        .findFirst()
        .flatMap(business::at)
        .filter(business.names()::contains);
  }

  private Network network() {
    return network.orElseThrow();
  }

  private static List<String> shuffled(List<String> nodes, PlannedFault plan) {
    List<String> order = new ArrayList<>(nodes);
    Collections.shuffle(order, new Random(plan.otherPick()));
    return order;
  }

  private static List<String> sorted(Set<String> nodes) {
    return nodes.stream().sorted().toList();
  }

  private static void hold(Duration length) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(length.toMillis());
  }
}
