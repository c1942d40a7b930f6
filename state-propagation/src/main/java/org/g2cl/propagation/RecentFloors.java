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

  private final Map<SessionId, Frame.Floor> bySession;

  RecentFloors() {
    this(new LinkedHashMap<>());
  }

  private RecentFloors(Map<SessionId, Frame.Floor> bySession) {
    this.bySession = bySession;
  }

  /** Adds one; false when there are too many. */
  boolean add(Frame.Floor floor) {
    boolean free = bySession.size() < MOST;
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
    return new RecentFloors(new LinkedHashMap<>(bySession));
  }

  List<Frame.Floor> toList() {
    return List.copyOf(bySession.values());
  }
}
