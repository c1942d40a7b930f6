package org.g2cl.propagation;

import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Members known to hold a copy of a session, and how much of it; few, so a list does. */
final class Holders {
  private final ArrayList<SocketAddress> members = new ArrayList<>(2);
  private final ArrayList<Stamp> stamps = new ArrayList<>(2);

  List<SocketAddress> members() {
    return List.copyOf(members);
  }

  /** Tells whether there is no holder besides those. */
  boolean areAmong(Collection<SocketAddress> those) {
    for (int i = 0; i < members.size(); i++) { // asked thrice a call
      if (!those.contains(members.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** What that member holds, or null when it is not known to hold anything. */
  Stamp of(SocketAddress member) {
    int index = members.indexOf(member);
    return index < 0 ? null : stamps.get(index);
  }

  /** Notes that the member holds that much, unless it is known to hold more. */
  void note(SocketAddress member, Stamp stamp) {
    int index = members.indexOf(member);
    if (index < 0) {
      members.ensureCapacity(members.size() + 1); // so that both are added to, or none
      stamps.ensureCapacity(stamps.size() + 1);
      members.add(member);
      stamps.add(stamp);
    } else if (stamp.newerThan(stamps.get(index))) {
      stamps.set(index, stamp);
    }
  }

  void remove(SocketAddress member) {
    int index = members.indexOf(member);
    if (index >= 0) {
      members.remove(index);
      stamps.remove(index);
    }
  }

  void clear() {
    members.clear();
    stamps.clear();
  }

  /** A member and what it holds, as far as was known at a moment. */
  record Held(SocketAddress member, Stamp newest) {}

  /** What each holds. */
  List<Held> all() {
    return besides(List.of());
  }

  /** What members besides those hold. */
  List<Held> besides(Collection<SocketAddress> those) {
    List<Held> besides = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      if (!those.contains(members.get(i))) {
        besides.add(new Held(members.get(i), stamps.get(i)));
      }
    }
    return besides;
  }

  /** Members that hold at least that much. */
  List<SocketAddress> current(Stamp atLeast) {
    List<SocketAddress> current = new ArrayList<>(members.size());
    for (int i = 0; i < members.size(); i++) {
      if (stamps.get(i).compareTo(atLeast) >= 0) {
        current.add(members.get(i));
      }
    }
    return current;
  }
}
