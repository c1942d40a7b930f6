package org.g2cl.cmi.core;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Figures of one node at one moment, as each node of a group can read them of the others.
 *
 * @param at the moment, by that node's clock
 * @param location host:port of its beans
 * @param name its name for people
 * @param lifeCycle state of its service; {@link LifeCycle#UNKNOWN} when it tells one of another
 *     release
 * @param view identity of its view, as text; empty when not in the group
 * @param members locations of the members of its view, by rank; the address where a member has not
 *     told its location yet
 * @param coordinator location of the member that coordinates, or empty
 * @param page address of its page, or empty
 * @param values every {@link HaMetric}; of a node of another release, those that it knows
 * @param events its last events, the newest first
 */
public record NodeFigures(
    Instant at,
    String location,
    String name,
    LifeCycle lifeCycle,
    String view,
    List<String> members,
    String coordinator,
    String page,
    Map<HaMetric, Long> values,
    List<HaEvent> events) {
  /** Copies the collections. */
  public NodeFigures {
    members = List.copyOf(members);
    values = Map.copyOf(values);
    events = List.copyOf(events);
  }

  static NodeFigures of(HaStatus status, Instant at, String page, List<HaEvent> events) {
    Map<HaMetric, Long> values = new EnumMap<>(HaMetric.class);
    for (HaMetric metric : HaMetric.values()) {
      values.put(metric, metric.value(status));
    }
    return new NodeFigures(
        at,
        status.location(),
        status.name(),
        status.lifeCycle(),
        status.view(),
        status.nodes().stream().map(NodeFigures::nameOf).toList(),
        status.nodes().stream()
            .filter(NodeView::coordinator)
            .map(NodeFigures::nameOf)
            .findFirst()
            .orElse(""),
        page,
        values,
        events);
  }

  private static String nameOf(NodeView member) {
    return member.location().isEmpty() ? member.member() : member.location();
  }

  /** Value of a figure; 0 when that node does not know it. */
  public long value(HaMetric metric) {
    return values.getOrDefault(metric, 0L);
  }
}
