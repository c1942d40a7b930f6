package org.g2cl.loadtest.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.g2cl.loadtest.bed.Network;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which ways each fault of the network cuts, on a network that notes them. */
class NetworkFaultsTest {
  private static final List<String> FIVE = List.of("a", "b", "c", "d", "e");
  private static final int ORDERS = 30;

  private final NotedNetwork network = new NotedNetwork();
  private final List<String> told = new ArrayList<>();
  private final NetworkFaults faults =
      new NetworkFaults(network, node -> node + ":4201", new Clock(), told::add);

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 9})
  void shouldCutTheNodesIntoTwoPartsOfWhichOneHasTheMajority(int count) throws Exception {
    List<String> nodes = nodes(count);
    for (int order = 0; order < ORDERS; order++) {
      run(FaultKind.HALVES, order, nodes);

      List<Set<String>> parts = parts(nodes);
      assertThat(parts).as("parts of %s", network.blocked).hasSize(2);
      Set<String> smaller = parts.get(0).size() < parts.get(1).size() ? parts.get(0) : parts.get(1);
      assertThat(smaller).hasSize((count - 1) / 2);
      assertThat(network.blocked).containsExactlyInAnyOrderElementsOf(between(parts));
      assertThat(told.get(order)).contains(smaller + " from the others");
    }
  }

  @Test
  void shouldCutTwoPartsApartThatOneNodeHearsAndThatHearIt() throws Exception {
    for (int order = 0; order < ORDERS; order++) {
      run(FaultKind.BRIDGE, order, FIVE);

      List<String> bridges = FIVE.stream().filter(node -> !isCut(node)).toList();
      assertThat(bridges).hasSize(1);
      List<String> rest = FIVE.stream().filter(this::isCut).toList();
      List<Set<String>> parts = parts(rest);
      assertThat(parts).as("parts of %s", network.blocked).hasSize(2).allMatch(p -> p.size() == 2);
      assertThat(network.blocked).containsExactlyInAnyOrderElementsOf(between(parts));
      assertThat(told.get(order)).contains(bridges.get(0) + " between");
    }
  }

  @Test
  void shouldCutWhatOneNodeSendsToTheOthersAndNothingElse() throws Exception {
    Fault fault = run(FaultKind.ONE_WAY, 0, FIVE);

    assertThat(network.blocked).containsExactlyInAnyOrder("c>a", "c>b", "c>d", "c>e");
    assertThat(fault.victims()).isEmpty();
  }

  @Test
  void shouldCutOneNodeFromTheOthersAndNotFromClientsAndDatabase() throws Exception {
    Fault fault = run(FaultKind.ISOLATED, 0, FIVE);

    assertThat(network.blocked)
        .containsExactlyInAnyOrder("c>a", "c>b", "c>d", "c>e", "a>c", "b>c", "d>c", "e>c");
    assertThat(fault.victims()).isEmpty();
  }

  @Test
  void shouldCutASilentNodeFromEverybodyAndTellThatClientsHaveToLeaveIt() throws Exception {
    Fault fault = run(FaultKind.SILENT, 0, FIVE);

    assertThat(network.blocked)
        .containsExactlyInAnyOrder(
            "c>a", "c>b", "c>d", "c>e", "a>c", "b>c", "d>c", "e>c", "c>bed", "bed>c");
    assertThat(fault.victims()).containsExactly("c:4201");
  }

  @Test
  void shouldSlowTheLinkOfOneNodeAndCutNothing() throws Exception {
    run(FaultKind.SLOW, 0, FIVE);

    assertThat(network.slowed).containsExactly("c at 1000");
    assertThat(network.blocked).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"SILENT", "ISOLATED", "ONE_WAY", "HALVES", "BRIDGE", "SLOW"})
  void shouldHealTheNetworkAlsoWhenTheRunIsInterrupted(FaultKind kind) throws Exception {
    run(kind, 0, FIVE);
    assertThat(network.heals).isEqualTo(1);

    Thread.currentThread().interrupt();
    PlannedFault lasting = new PlannedFault(kind, Duration.ZERO, Duration.ofMinutes(1), 0, 0);
    assertThatThrownBy(() -> faults.run(lasting, "c", FIVE))
        .isInstanceOf(InterruptedException.class);
    assertThat(network.heals).isEqualTo(2);
  }

  private Fault run(FaultKind kind, int order, List<String> nodes) throws InterruptedException {
    network.blocked.clear();
    PlannedFault plan = new PlannedFault(kind, Duration.ZERO, Duration.ZERO, 0, order);
    return faults.run(plan, "c", nodes);
  }

  private static List<String> nodes(int count) {
    return List.of("a", "b", "c", "d", "e", "f", "g", "h", "i").subList(0, count);
  }

  private boolean isCut(String node) {
    return network.blocked.stream().anyMatch(way -> List.of(way.split(">", -1)).contains(node));
  }

  /** Those that hear each other, directly or by others. */
  private List<Set<String>> parts(List<String> nodes) {
    List<Set<String>> parts = new ArrayList<>();
    Set<String> left = new TreeSet<>(nodes);
    while (!left.isEmpty()) {
      Set<String> part = new TreeSet<>(Set.of(left.iterator().next()));
      while (left.stream().anyMatch(node -> !part.contains(node) && isHeardInBy(part, node))) {
        left.stream().filter(node -> isHeardInBy(part, node)).forEach(part::add);
      }
      left.removeAll(part);
      parts.add(part);
    }
    return parts;
  }

  private boolean isHeardInBy(Set<String> part, String node) {
    return part.stream().anyMatch(member -> !network.blocked.contains(node + ">" + member));
  }

  private static Set<String> between(List<Set<String>> parts) {
    Set<String> ways = new HashSet<>();
    for (String one : parts.get(0)) {
      for (String other : parts.get(1)) {
        ways.add(one + ">" + other);
        ways.add(other + ">" + one);
      }
    }
    return ways;
  }

  /** Notes what is blocked, and keeps the note when it is healed. */
  private static final class NotedNetwork implements Network {
    private final List<String> blocked = new ArrayList<>();
    private final List<String> slowed = new ArrayList<>();
    private int heals;

    @Override
    public Set<Ability> abilities() {
      return Set.of(Ability.RATE);
    }

    @Override
    public void block(String from, String to) {
      blocked.add(from + ">" + to);
    }

    @Override
    public void slow(String node, int kilobits) {
      slowed.add(node + " at " + kilobits);
    }

    @Override
    public void heal() {
      heals++;
    }
  }
}
