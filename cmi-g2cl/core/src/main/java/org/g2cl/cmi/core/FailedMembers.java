package org.g2cl.cmi.core;

import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Members that failed a short while ago, with the form that each had {@link AnnouncedForms
 * announced}: one that was cut off or stood still comes back, and gets copies of what was kept
 * meanwhile. Who leaves is not one of them. Thread-safe.
 */
final class FailedMembers {
  private static final int KEPT = 1_000;

  private final LongSupplier nanos;
  private final Map<SocketAddress, Integer> announced = new HashMap<>();
  private final Map<SocketAddress, Failure> failures =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SocketAddress, Failure> eldest) {
          return size() > KEPT;
        }
      };

  /** The same, for calls, each of which asks and is to wait for nobody. */
  private volatile List<Failure> counted = List.of();

  private record Failure(SocketAddress member, int form, long at) {}

  /**
   * Knows of none yet.
   *
   * @param nanos tells the time
   */
  FailedMembers(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Notes what a member reads. Its entry in the registry may go before the view without it. */
  synchronized void announced(SocketAddress member, int form) {
    announced.put(member, form);
  }

  /** Notes that a member that is there announces nothing any more. */
  synchronized void withdrawn(SocketAddress member) {
    announced.remove(member);
  }

  /** Notes a view. */
  synchronized void view(Collection<SocketAddress> members, Collection<SocketAddress> failed) {
    long now = nanos.getAsLong();
    for (SocketAddress member : failed) {
      failures.remove(member); // or it would keep its place among the eldest
      failures.put(member, new Failure(member, announced.getOrDefault(member, 0), now));
    }
    failures.keySet().removeAll(members);
    failures.values().removeIf(failure -> isOver(failure, now));
    announced.keySet().retainAll(members);
    counted = List.copyOf(failures.values());
  }

  /** Those that had not announced that form or a later one. */
  List<SocketAddress> lacking(int form) {
    List<Failure> known = counted;
    if (known.isEmpty()) {
      return List.of();
    }
    long now = nanos.getAsLong();
    List<SocketAddress> lacking = new ArrayList<>();
    for (Failure failure : known) {
      if (failure.form() < form && !isOver(failure, now)) {
        lacking.add(failure.member());
      }
    }
    return lacking;
  }

  private static boolean isOver(Failure failure, long now) {
    return now - failure.at() > AnnouncedForms.PATIENCE.toNanos();
  }
}
