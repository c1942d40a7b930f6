package org.g2cl.simulate;

import java.net.SocketAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.sf.jgcs.MembershipID;

/** A view that a node has installed. */
record InstalledView(MembershipID id, List<SocketAddress> members) {
  InstalledView {
    members = List.copyOf(members);
  }

  /** First view that two nodes have with different members, in words. */
  static Optional<String> differing(Map<String, List<InstalledView>> byNode) {
    Map<MembershipID, String> seen = new HashMap<>();
    Map<MembershipID, InstalledView> views = new HashMap<>();
    for (Map.Entry<String, List<InstalledView>> node : byNode.entrySet()) {
      for (InstalledView view : node.getValue()) {
        InstalledView other = views.putIfAbsent(view.id, view);
        String where = seen.putIfAbsent(view.id, node.getKey());
        if (other != null && !other.equals(view)) {
          return Optional.of(
              "%s has the members %s at %s and %s at %s"
                  .formatted(view.id, other.members, where, view.members, node.getKey()));
        }
      }
    }
    return Optional.empty();
  }

  /** First two views that two nodes, or one alone, have installed in both orders, in words. */
  static Optional<String> disordered(Map<String, List<InstalledView>> byNode) {
    Map<String, Map<MembershipID, Integer>> places = new LinkedHashMap<>();
    byNode.forEach((node, views) -> places.put(node, places(views)));
    for (Map.Entry<String, List<InstalledView>> node : byNode.entrySet()) {
      for (Map.Entry<String, Map<MembershipID, Integer>> other : places.entrySet()) {
        Optional<String> wrong = disordered(node.getValue(), other.getValue());
        if (wrong.isPresent()) {
          return Optional.of(
              "%s installed %s in this order, %s in another"
                  .formatted(node.getKey(), wrong.get(), other.getKey()));
        }
      }
    }
    return Optional.empty();
  }

  /** Where each view stands first. */
  private static Map<MembershipID, Integer> places(List<InstalledView> views) {
    Map<MembershipID, Integer> places = new HashMap<>();
    for (int i = 0; i < views.size(); i++) {
      places.putIfAbsent(views.get(i).id, i);
    }
    return places;
  }

  private static Optional<String> disordered(
      List<InstalledView> views, Map<MembershipID, Integer> places) {
    InstalledView last = null;
    for (InstalledView view : views) {
      if (places.containsKey(view.id)) {
        if (last != null && places.get(view.id) <= places.get(last.id)) {
          return Optional.of(last.id + " and " + view.id);
        }
        last = view;
      }
    }
    return Optional.empty();
  }
}
