package org.g2cl.propagation;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Floors of sessions whose copies are out of step, until the members of a primary view have been
 * told; one of each session, in the order in which the sessions came. Not thread-safe.
 */
final class RecentFloors {
  /** More are refused: these fit the one message in which a view is told them, of 64 MiB. */
  private static final int MOST = 500_000;

  /** So many are kept of sessions that are forgotten here; of more the oldest go. */
  private static final int FORGOTTEN_KEPT = 20_000;

  private final int most;
  private final int forgottenKept;
  private final Map<SessionId, Frame.Floor> bySession;

  /** Those of the sessions that the member's table does not know any more. */
  private final Set<SessionId> forgotten = new LinkedHashSet<>();

  RecentFloors() {
    this(MOST, FORGOTTEN_KEPT);
  }

  RecentFloors(int most, int forgottenKept) {
    this(most, forgottenKept, new LinkedHashMap<>());
  }

  private RecentFloors(int most, int forgottenKept, Map<SessionId, Frame.Floor> bySession) {
    this.most = most;
    this.forgottenKept = forgottenKept;
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
    forgotten.remove(floor.session());
    bySession.merge(floor.session(), floor, Frame.Floor::merged);
  }

  /** Of a primary view all members have heard; what was not told with it is told with the next. */
  void forget(List<Frame.Floor> told) {
    for (Frame.Floor floor : told) {
      bySession.computeIfPresent(
          floor.session(), (id, noted) -> floor.covers(noted) ? null : noted);
      if (!bySession.containsKey(floor.session())) {
        forgotten.remove(floor.session());
      }
    }
  }

  /** The member's table has forgotten the session, and with it the floor. */
  void forgotten(SessionId session) {
    if (bySession.containsKey(session)) {
      forgotten.add(session);
    }
    if (forgotten.size() > forgottenKept) {
      Iterator<SessionId> oldest = forgotten.iterator();
      bySession.remove(oldest.next());
      oldest.remove();
    }
  }

  RecentFloors copy() {
    return new RecentFloors(most, forgottenKept, new LinkedHashMap<>(bySession));
  }

  List<Frame.Floor> toList() {
    return List.copyOf(bySession.values());
  }
}
