package org.g2cl.jgcs.local;

import java.net.SocketAddress;
import java.util.List;

/**
 * Members that see each other, the coordinator first.
 *
 * @param merged whether it unites views that had been apart
 */
record View(LocalViewId id, List<LocalMember> members, boolean merged) {
  static final View NONE = new View(new LocalViewId(0), List.of(), false);

  View {
    members = List.copyOf(members);
  }

  LocalMember coordinator() {
    return members.get(0);
  }

  boolean contains(LocalMember member) {
    return members.contains(member);
  }

  List<LocalMember> without(View other) {
    return members.stream().filter(member -> !other.contains(member)).toList();
  }

  List<SocketAddress> addresses() {
    return addresses(members);
  }

  static List<SocketAddress> addresses(List<LocalMember> members) {
    return members.stream().map(member -> (SocketAddress) member.address()).toList();
  }
}
