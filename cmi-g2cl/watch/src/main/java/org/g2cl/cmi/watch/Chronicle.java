package org.g2cl.cmi.watch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.g2cl.cmi.core.HaEvent;
import org.g2cl.cmi.core.NodeFigures;

/** Events of all nodes, the newest first; what several say of one view is told once. */
final class Chronicle {
  private static final int TOLD = 30;
  private static final Duration SAME = Duration.ofSeconds(3);

  private record Told(HaEvent event, TreeSet<String> who) {}

  private record Said(String who, HaEvent event) {}

  private final List<Told> told = new ArrayList<>();

  static List<Map<String, Object>> of(List<NodeFigures> nodes) {
    var chronicle = new Chronicle();
    nodes.stream()
        .flatMap(node -> node.events().stream().map(event -> new Said(node.name(), event)))
        .sorted(Comparator.comparing((Said said) -> said.event().at()).reversed())
        .forEach(chronicle::tell);
    return chronicle.told.stream().limit(TOLD).map(Chronicle::map).toList();
  }

  private void tell(Said said) {
    for (Told before : told) {
      if (isSame(before.event(), said.event()) && before.who().add(said.who())) {
        return;
      }
    }
    told.add(new Told(said.event(), new TreeSet<>(List.of(said.who()))));
  }

  private static boolean isSame(HaEvent a, HaEvent b) {
    return a.kind() == HaEvent.Kind.VIEW
        && a.kind() == b.kind()
        && a.text().equals(b.text())
        && Duration.between(b.at(), a.at()).abs().compareTo(SAME) < 0;
  }

  private static Map<String, Object> map(Told told) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("at", told.event().at().toEpochMilli());
    map.put("kind", told.event().kind().name());
    map.put("who", told.who());
    map.put("what", told.event().text());
    return map;
  }
}
