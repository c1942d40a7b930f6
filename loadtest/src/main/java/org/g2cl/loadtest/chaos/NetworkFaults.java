package org.g2cl.loadtest.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.g2cl.loadtest.bed.Network;

/** Faults of the network between nodes: what each of them cuts or slows. Used by one thread. */
final class NetworkFaults {
  private static final int SLOW_KILOBITS = 1_000;

  private final Network network;
  private final UnaryOperator<String> location;
  private final Clock clock;
  private final Consumer<String> say;

  /** One direction of the network. */
  private record Way(String from, String to) {}

  /**
   * Faults of a network.
   *
   * @param location where clients reach a node
   * @param say told what is done
   */
  NetworkFaults(
      Network network, UnaryOperator<String> location, Clock clock, Consumer<String> say) {
    this.network = network;
    this.location = location;
    this.clock = clock;
    this.say = say;
  }

  /**
   * Does the fault, waits as long as it is to last, and heals the network.
   *
   * @param node whom it is done to, where it is done to one
   * @param nodes all
   */
  Fault run(PlannedFault plan, String node, List<String> nodes) throws InterruptedException {
    return switch (plan.kind()) {
      case SILENT -> cut(plan, node + " from everybody", List.of(node), cutOff(node, nodes));
      case ISOLATED -> cut(plan, node + " from the others", List.of(), apart(Set.of(node), nodes));
      case ONE_WAY -> cut(plan, node + " to the others", List.of(), oneWay(node, nodes));
      case HALVES -> halves(plan, nodes);
      case BRIDGE -> bridge(plan, nodes);
      case SLOW ->
          disturb(plan, node + " at 1 Mbit/s", List.of(), () -> network.slow(node, SLOW_KILOBITS));
      default -> throw new IllegalArgumentException(plan.kind() + " is no fault of the network");
    };
  }

  private Fault cut(PlannedFault plan, String text, List<String> silent, List<Way> ways)
      throws InterruptedException {
    return disturb(
        plan, text, silent, () -> ways.forEach(way -> network.block(way.from(), way.to())));
  }

  private Fault disturb(PlannedFault plan, String text, List<String> silent, Runnable disturbance)
      throws InterruptedException {
    List<String> victims = silent.stream().map(location).toList();
    // shorter than this nobody would have been thrown out
    Duration length = plan.hold().multipliedBy(2);
    String told = text + " for " + length.toSeconds() + " s";
    long begin = clock.micros();
    long returns;
    try {
      disturbance.run();
      say.accept(plan.kind().description() + ": " + told);
      TimeUnit.MILLISECONDS.sleep(length.toMillis());
    } finally {
      returns = clock.micros();
      network.heal();
    }
    return new Fault(plan.kind(), text, victims, begin, returns, clock.micros(), 0, Waits.NONE);
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
    Set<String> part = new HashSet<>(plan.shuffled(nodes).subList(0, (nodes.size() - 1) / 2));
    return cut(plan, sorted(part) + " from the others", List.of(), apart(part, nodes));
  }

  private Fault bridge(PlannedFault plan, List<String> nodes) throws InterruptedException {
    List<String> order = plan.shuffled(nodes);
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

  private static List<String> sorted(Set<String> nodes) {
    return nodes.stream().sorted().toList();
  }
}
