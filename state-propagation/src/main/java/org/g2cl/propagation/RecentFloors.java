package org.g2cl.propagation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Floors of sessions whose copies are out of step, until the members of a primary view have been
 * told; one of each session, in the order in which the sessions came. Not thread-safe.
 */
final class RecentFloors {
  /** More are refused. */
  private static final int MOST = 1_000_000;

  private final int most;
  private final Map<SessionId, Frame.Floor> bySession;

  RecentFloors() {
    this(MOST);
  }

  RecentFloors(int most) {
    this(most, new LinkedHashMap<>());
  }

  private RecentFloors(int most, Map<SessionId, Frame.Floor> bySession) {
    this.most = most;
    this.bySession = bySession;
  }

  /** Adds one; false when there are too many, and none of its session. */
  boolean add(Frame.Floor floor) {
    boolean free = bySession.size() < most || bySession.containsKey(floor.session());
    if (free) {
      merge(floor);
    }
    return free;
  }

  /** Adds one however many there are. */
  void merge(Frame.Floor floor) {
    bySession.merge(floor.session(), floor, Frame.Floor::merged);
  }

  /** Of a primary view all members have heard; what was not told with it is told with the next. */
  void forget(List<Frame.Floor> told) {
    for (Frame.Floor floor : told) {
      bySession.computeIfPresent(
          floor.session(), (id, noted) -> floor.covers(noted) ? null : noted);
    }
  }

  RecentFloors copy() {
    return new RecentFloors(most, new LinkedHashMap<>(bySession));
  }

  List<Frame.Floor> toList() {
    return List.copyOf(bySession.values());
  }
}
