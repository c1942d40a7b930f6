package org.g2cl.loadtest.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.g2cl.loadtest.bed.BusinessTier;
import org.g2cl.loadtest.bed.TestBed;
import org.g2cl.loadtest.node.NodeStatus;

/** Does one fault after the other to a bed, and takes each away again. Used by one thread. */
final class Disturber {
  private static final Duration SHORT_STAY = Duration.ofSeconds(2);

  private final BusinessTier business;
  private final Optional<NetworkFaults> network;
  private final Clock clock;
  private final Consumer<String> say;
  private final Upgrade upgrade = new Upgrade();

  /**
   * @param say told what is done
   */
  Disturber(TestBed bed, Clock clock, Consumer<String> say) {
    this.business = bed.business();
    this.network =
        bed.network()
            .map(disturbed -> new NetworkFaults(disturbed, business::location, clock, say));
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
      case SILENT, ISOLATED, ONE_WAY, HALVES, BRIDGE, SLOW -> network().run(plan, node, nodes);
      case ROLLING -> restart(plan, plan.shuffled(nodes), false);
      case ALL_BUT_ONE -> restart(plan, plan.shuffled(nodes).subList(1, nodes.size()), true);
      case UPGRADE -> upgrade(plan, nodes);
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

  /**
   * @param together whether all are down before the first is started again
   */
  private Fault restart(PlannedFault plan, List<String> nodes, boolean together)
      throws InterruptedException {
    String text = nodes.size() + " nodes" + (together ? " together" : ", one after the other");
    long begin = clock.micros();
    tell(plan, text);
    for (String node : nodes) {
      stop(node);
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

  private Fault upgrade(PlannedFault plan, List<String> nodes) throws InterruptedException {
    String node = upgrade.next(nodes, business.former(), plan.pick());
    business.exchange(node);
    String text =
        node
            + (upgrade.isBack()
                ? " from this build back to the former"
                : " from the former build to this one");
    long begin = clock.micros();
    tell(plan, text);
    stop(node);
    business.start(node);
    return done(plan, text, List.of(), begin, begin);
  }

  private void stop(String node) {
    if (!business.stop(node)) {
      say.accept(node + " did not end by itself within its time and was killed");
    }
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

  private NetworkFaults network() {
    return network.orElseThrow();
  }

  private static void hold(Duration length) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(length.toMillis());
  }
}
