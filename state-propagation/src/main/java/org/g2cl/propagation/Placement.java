package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.g2cl.Scheduler;

/**
 * Which members are to hold a session's copies.
 *
 * <p>Members that leave are left out; members that were silent lately come last. Thread-safe.
 */
final class Placement {
  /** Departed members remembered, so that their late messages are refused. */
  private static final int GONE_KEPT = 1_000;

  private final Scheduler scheduler;
  private final Function<SocketAddress, String> names;
  private final long slowNanos;
  private final Set<SocketAddress> leaving = ConcurrentHashMap.newKeySet();
  private final Map<SocketAddress, Long> slowSince = new ConcurrentHashMap<>();
  private final Releases releases = new Releases();

  /** Guarded by this. */
  private final Set<SocketAddress> gone = new LinkedHashSet<>();

  private volatile NamedView view = NamedView.NONE;
  private volatile boolean merged;

  /**
   * Creates one.
   *
   * @param names of members for ranking; where it gives null the address stands in
   * @param slow time for which a silent member comes last
   */
  Placement(Scheduler scheduler, Function<SocketAddress, String> names, Duration slow) {
    this.scheduler = scheduler;
    this.names = names;
    this.slowNanos = slow.toNanos();
  }

  /**
   * Installs a view.
   *
   * @return true when a member is back that was gone: the group was split, and who owned a session
   *     may have lost it meanwhile
   */
  synchronized boolean onView(SocketAddress self, List<SocketAddress> members) {
    NamedView before = view;
    NamedView now = NamedView.of(self, members, this::name);
    boolean back = gone.removeAll(Set.copyOf(members));
    view = now; // before what is known of those who are gone is forgotten, see isStaying
    for (SocketAddress member : before.members()) {
      if (!now.contains(member)) {
        gone.add(member);
        leaving.remove(member);
        slowSince.remove(member);
      }
    }
    while (gone.size() > GONE_KEPT) {
      gone.remove(gone.iterator().next());
    }
    releases.retain(members);
    return back;
  }

  /** Parts become one, whose members may never have seen each other. */
  void seesMerge() {
    merged = true;
  }

  /** Tells whether parts ever became one here. */
  boolean hasSeenMerge() {
    return merged;
  }

  /** Tells whether a view of those would bring a member back. */
  synchronized boolean isMerge(List<SocketAddress> members) {
    return members.stream().anyMatch(gone::contains);
  }

  /** Looks the members' names up again, since they may become known after the members. */
  synchronized void refreshNames() {
    NamedView now = NamedView.of(view.self(), view.members(), this::name);
    if (!now.sameNames(view)) {
      view = now;
    }
  }

  private String name(SocketAddress member) {
    String name = names.apply(member);
    return name == null ? member.toString() : name;
  }

  Releases releases() {
    return releases;
  }

  NamedView view() {
    return view;
  }

  boolean isMember(Object member) {
    return member != null && view.contains(member);
  }

  /** Tells whether the member was put out of the group. */
  boolean isStranger(SocketAddress member) {
    if (view.contains(member)) {
      return false;
    }
    synchronized (this) {
      return gone.contains(member);
    }
  }

  /** Not while a view comes, which may put the member out. */
  synchronized void leaves(SocketAddress member) {
    if (view.contains(member)) {
      leaving.add(member);
    }
  }

  /** Looks at the view last, so that a member which leaves never stays in between. */
  boolean isStaying(SocketAddress member) {
    return !leaving.contains(member) && view.contains(member);
  }

  /** Not while a view comes, which may put the member out. */
  synchronized void wasSilent(SocketAddress member) {
    if (view.contains(member)) {
      slowSince.put(member, scheduler.nanoTime());
    }
  }

  void answered(SocketAddress member) {
    if (!slowSince.isEmpty()) {
      slowSince.remove(member);
    }
  }

  /** Other members that may hold copies of a session, the best first, given its ranking. */
  List<SocketAddress> candidates(List<SocketAddress> ranked) {
    if (leaving.isEmpty() && slowSince.isEmpty()) {
      return ranked;
    }
    List<SocketAddress> quick = new ArrayList<>(ranked.size());
    List<SocketAddress> slow = new ArrayList<>();
    for (SocketAddress member : ranked) {
      if (isStaying(member)) {
        (isSlow(member) ? slow : quick).add(member);
      }
    }
    quick.addAll(slow);
    return quick;
  }

  /** Tells whether the member was silent lately. */
  boolean isSlow(SocketAddress member) {
    Long since = slowSince.get(member);
    if (since == null) {
      return false;
    }
    boolean still = scheduler.nanoTime() - since < slowNanos;
    if (!still) {
      slowSince.remove(member, since);
    }
    return still;
  }

  /** View with the members' names for ranking; immutable. */
  static final class NamedView {
    static final NamedView NONE = new NamedView(null, List.of(), Map.of());

    private final SocketAddress self;
    private final List<SocketAddress> members;
    private final Map<String, SocketAddress> byName;
    private final Shared rankings = new Shared();

    private NamedView(
        SocketAddress self, List<SocketAddress> members, Map<String, SocketAddress> byName) {
      this.self = self;
      this.members = members;
      this.byName = byName;
    }

    SocketAddress self() {
      return self;
    }

    List<SocketAddress> members() {
      return members;
    }

    Map<String, SocketAddress> byName() {
      return byName;
    }

    static NamedView of(
        SocketAddress self, List<SocketAddress> members, Function<SocketAddress, String> names) {
      Map<String, SocketAddress> byName = new HashMap<>();
      for (SocketAddress member : members) {
        String name = names.apply(member);
        if (byName.putIfAbsent(name, member) != null) {
          byName.put(name + " " + member, member);
        }
      }
      return new NamedView(self, List.copyOf(members), Map.copyOf(byName));
    }

    boolean contains(Object member) {
      return members.contains(member);
    }

    boolean sameNames(NamedView other) {
      return byName.equals(other.byName);
    }

    /** Other members by their rank for the session. */
    List<SocketAddress> ranked(SessionId session) {
      return rankings.of(all(session).filter(member -> !member.equals(self)).toList());
    }

    /** Best-ranked of those members. */
    SocketAddress best(SessionId session, List<SocketAddress> among) {
      return all(session).filter(among::contains).findFirst().orElse(self);
    }

    private Stream<SocketAddress> all(SessionId session) {
      return Rendezvous.rank(session.value(), byName.keySet()).stream().map(byName::get);
    }
  }
}
