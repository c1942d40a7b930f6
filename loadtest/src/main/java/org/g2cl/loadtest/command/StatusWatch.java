package org.g2cl.loadtest.command;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.g2cl.loadtest.node.GroupEvent;
import org.g2cl.loadtest.node.NodeStatus;
import org.g2cl.loadtest.node.StatusClient;

/**
 * Nodes looked at again and again: what each did per second since the look before, which are gone,
 * and what happened. Not thread-safe.
 */
final class StatusWatch {
  private static final int EVENTS = 8;

  /** How long a node that is gone is still shown. */
  private static final Duration FORGET = Duration.ofMinutes(2);

  /**
   * A node at one look.
   *
   * @param status last one that it gave
   * @param callsPerSecond since the look before; null when there was none
   * @param takeOversPerSecond since the look before; null when there was none
   * @param goneSince when it was first seen not to answer; null when it answers
   */
  record Node(
      NodeStatus status, Double callsPerSecond, Double takeOversPerSecond, Instant goneSince) {
    boolean answers() {
      return goneSince == null;
    }
  }

  /**
   * All nodes at one look.
   *
   * @param silent where none answers that ever did
   * @param events the newest first, with names in place of locations
   */
  record Look(Instant at, List<Node> nodes, List<Endpoint> silent, List<GroupEvent> events) {
    List<NodeStatus> answering() {
      return nodes.stream().filter(Node::answers).map(Node::status).toList();
    }

    double callsPerSecond() {
      return nodes.stream()
          .filter(Node::answers)
          .mapToDouble(n -> orZero(n.callsPerSecond()))
          .sum();
    }

    double takeOversPerSecond() {
      return nodes.stream()
          .filter(Node::answers)
          .mapToDouble(n -> orZero(n.takeOversPerSecond()))
          .sum();
    }

    private static double orZero(Double value) {
      return value == null ? 0 : value;
    }
  }

  private record Sample(Instant at, NodeStatus status) {}

  private final StatusClient client;
  private final Map<Endpoint, Node> known = new LinkedHashMap<>();
  private final Map<Endpoint, Sample> samples = new LinkedHashMap<>();
  private final Map<String, String> names = new TreeMap<>();

  StatusWatch(StatusClient client) {
    this.client = client;
  }

  /** Looks at these nodes, and at those of before that are gone. */
  Look look(List<Endpoint> endpoints) {
    Map<Endpoint, Optional<NodeStatus>> answers = new LinkedHashMap<>();
    endpoints.forEach(endpoint -> answers.put(endpoint, Optional.empty()));
    endpoints.parallelStream()
        .map(e -> Map.entry(e, client.ask(e.host(), e.port())))
        .toList()
        .forEach(answer -> answers.put(answer.getKey(), answer.getValue()));
    Instant now = Instant.now();
    answers.forEach((endpoint, status) -> status.ifPresent(s -> take(endpoint, s, now)));
    known.replaceAll(
        (endpoint, node) ->
            answers.getOrDefault(endpoint, Optional.empty()).isEmpty() ? gone(node, now) : node);
    known.values().removeIf(n -> !n.answers() && n.goneSince().plus(FORGET).isBefore(now));
    List<Endpoint> silent = endpoints.stream().filter(e -> !known.containsKey(e)).toList();
    return new Look(now, sorted(), silent, events());
  }

  private List<Node> sorted() {
    List<Node> nodes = new ArrayList<>(known.values());
    nodes.sort((a, b) -> NameOrder.compare(a.status().name(), b.status().name()));
    return nodes;
  }

  private void take(Endpoint endpoint, NodeStatus status, Instant now) {
    Sample before = samples.put(endpoint, new Sample(now, status));
    names.put(status.location(), status.name());
    Double calls = before == null ? null : rate(before, now, status.calls(), before.status.calls());
    Double takeOvers =
        before == null ? null : rate(before, now, status.takeOvers(), before.status.takeOvers());
    known.put(endpoint, new Node(status, calls, takeOvers, null));
  }

  /** Null when the counter began anew: another process is there. */
  private static Double rate(Sample before, Instant now, long value, long valueBefore) {
    double seconds = Duration.between(before.at, now).toNanos() / 1e9;
    return seconds <= 0 || value < valueBefore ? null : (value - valueBefore) / seconds;
  }

  private Node gone(Node node, Instant now) {
    return node.answers() ? new Node(node.status(), null, null, now) : node;
  }

  private List<GroupEvent> events() {
    for (Map.Entry<Endpoint, Node> node : known.entrySet()) {
      if (node.getValue().answers() && node.getValue().status().replication()) {
        return client.events(node.getKey().host(), node.getKey().port()).stream()
            .limit(EVENTS)
            .map(this::named)
            .toList();
      }
    }
    return List.of();
  }

  private GroupEvent named(GroupEvent event) {
    String what = event.what();
    for (Map.Entry<String, String> name : names.entrySet()) {
      what = what.replace(name.getKey(), name.getValue());
    }
    return new GroupEvent(event.at(), event.kind(), event.who(), what);
  }
}
