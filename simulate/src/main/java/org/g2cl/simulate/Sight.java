package org.g2cl.simulate;

import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.sf.jgcs.Membership;

/** Whom a node sees in its group, since when, and whom it has lost; names without their life. */
final class Sight {
  private final World world;

  /** Members of its view, and since when each has been there. */
  private final Map<SocketAddress, Long> since = new HashMap<>();

  /** When each was lost that neither left in order nor is back, in this life or a later one. */
  private final Map<String, Long> lostAt = new HashMap<>();

  private final Set<String> left = new HashSet<>();

  /** All that it has had, in their order. */
  private final List<InstalledView> views = new ArrayList<>();

  Sight(World world) {
    this.world = world;
  }

  void onView(Membership view) {
    List<SocketAddress> members = view.getMembershipList();
    views.add(new InstalledView(view.getMembershipID(), members));
    for (SocketAddress member : since.keySet()) {
      if (!members.contains(member)) {
        boolean inOrder = view.getLeavedMembers().contains(member);
        (inOrder ? left : lostAt.keySet()).remove(nameOf(member));
        if (inOrder) {
          left.add(nameOf(member));
        } else {
          lostAt.put(nameOf(member), world.now());
        }
      }
    }
    since.keySet().retainAll(members);
    for (SocketAddress member : members) {
      since.putIfAbsent(member, world.now());
      lostAt.remove(nameOf(member));
      left.remove(nameOf(member));
    }
  }

  /** Views that it has had, in their order. */
  List<InstalledView> views() {
    return views;
  }

  Set<SocketAddress> members() {
    return since.keySet();
  }

  /** Tells whether that member has been in its view all the time since then. */
  boolean hasSeen(SocketAddress member, long nanos) {
    Long first = since.get(member);
    return first != null && first <= nanos;
  }

  Map<String, Long> lostAt() {
    return lostAt;
  }

  Set<String> left() {
    return left;
  }

  /** Name of a node, the same in each of its lives. */
  static String nameOf(SocketAddress member) {
    return member.toString().split("#", 2)[0];
  }
}
