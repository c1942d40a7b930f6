package org.g2cl.cmi.watch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.g2cl.cmi.core.HaMetric;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.NodeFigures;

/** What the page and other programs read. */
final class WatchJson {
  private WatchJson() {}

  /** One node, with what it is and each figure under its {@link HaMetric#attribute}'s name. */
  static Map<String, Object> node(NodeFigures figures) {
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("name", figures.name());
    node.put("location", figures.location());
    node.put("lifeCycle", figures.lifeCycle().name());
    node.put("view", figures.view());
    node.put("members", figures.members());
    node.put("coordinator", figures.coordinator());
    node.put("page", figures.page());
    node.put("at", figures.at().toEpochMilli());
    Map<String, Object> values = new LinkedHashMap<>();
    for (HaMetric metric : HaMetric.values()) {
      if (figures.values().containsKey(metric)) {
        values.put(metric.attribute(), figures.value(metric));
      }
    }
    node.put("figures", values);
    return node;
  }

  /** This node, in the words of {@code ./ha status}. */
  static Map<String, Object> status(HaService service, NodeFigures figures) {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("name", figures.name());
    status.put("location", figures.location());
    status.put("group", service.settings().get(HaSetting.GROUP));
    status.put("engine", service.settings().get(HaSetting.ENGINE));
    status.put("replication", true);
    status.put("view", figures.view());
    status.put("members", figures.members());
    status.put("sessions", figures.value(HaMetric.SESSIONS_OWNED));
    status.put("copies", figures.value(HaMetric.COPIES_HELD));
    status.put("copiesMissing", figures.value(HaMetric.COPIES_MISSING));
    status.put("calls", figures.value(HaMetric.CALLS));
    status.put("takeOvers", figures.value(HaMetric.TAKE_OVERS));
    status.put("replays", figures.value(HaMetric.REPLAYS));
    status.put("figures", node(figures).get("figures"));
    return status;
  }

  /** All nodes that answered, the one asked first named by {@code self}, and all events. */
  static Map<String, Object> group(HaService service, List<NodeFigures> nodes) {
    Map<String, Object> group = new LinkedHashMap<>();
    group.put("group", service.settings().get(HaSetting.GROUP));
    group.put("engine", service.settings().get(HaSetting.ENGINE));
    group.put("self", service.settings().location());
    group.put("nodes", nodes.stream().map(WatchJson::node).toList());
    group.put("events", Chronicle.of(nodes));
    return group;
  }
}
