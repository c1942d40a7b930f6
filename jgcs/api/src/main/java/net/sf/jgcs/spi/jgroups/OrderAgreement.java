package net.sf.jgcs.spi.jgroups;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a new coordinator knows of how far the others came in the sequences of those before it. Not
 * thread-safe.
 *
 * @param <A> address of a member
 */
final class OrderAgreement<A> {
  private final Map<A, OrderFrame.Report<A>> reports = new HashMap<>();

  /** As they were {@link HandOver#begun}. */
  private final Set<HandOver<A>> requested = new HashSet<>();

  private final Set<A> asked = new HashSet<>();
  private long view;

  /**
   * Begins to wait for reports; those that came early count.
   *
   * @param view number of the view in which the coordinator took over; older reports do not count
   */
  void begin(long view, Collection<A> members) {
    this.view = view;
    asked.clear();
    asked.addAll(members);
    requested.clear();
  }

  /** Forgets all but the members of a new view, and asks anew those who hand over. */
  void retain(Set<A> members) {
    reports.keySet().retainAll(members);
    asked.retainAll(members);
    requested.clear();
  }

  void reported(A member, OrderFrame.Report<A> report) {
    reports.put(member, report);
  }

  /** Members whose report counts. */
  List<A> asked() {
    return List.copyOf(asked);
  }

  /** Members that have not told yet how far they came. */
  List<A> silent() {
    return asked.stream()
        .filter(member -> !reports.containsKey(member) || reports.get(member).view() < view)
        .toList();
  }

  /**
   * What is left to hand over, as far as it can be told; of what was asked for already, too.
   *
   * @param own places of the coordinator
   * @return empty while members are silent
   */
  List<HandOver<A>> left(A self, List<OrderPlace<A>> own) {
    if (!silent().isEmpty()) {
      return List.of();
    }
    Map<A, List<OrderPlace<A>>> places = new HashMap<>();
    places.put(self, own);
    asked.forEach(member -> places.put(member, reports.get(member).places()));
    return HandOver.next(self, places);
  }

  /** What is left to ask for; counts as asked for then. */
  List<HandOver<A>> newRequests(A self, List<OrderPlace<A>> own) {
    return left(self, own).stream().filter(wanted -> requested.add(wanted.begun())).toList();
  }

  boolean hasNew(A self, List<OrderPlace<A>> own) {
    return !left(self, own).stream().allMatch(wanted -> requested.contains(wanted.begun()));
  }

  boolean isReached(A self, List<OrderPlace<A>> own) {
    return silent().isEmpty() && left(self, own).isEmpty();
  }
}
