package net.sf.jgcs.spi.jgroups;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Members that have fallen silent, and when the connection to each was closed for it. JGroups names
 * who is silent again each time it looks, and a new connection may have fallen silent as well. So
 * each is closed again, but no sooner than a time-out later. Thread-safe.
 *
 * @param <A> address of a member
 */
public final class SilentMembers<A> {
  private final LongSupplier nanoTime;
  private final Map<A, Long> closedNanos = new HashMap<>();

  /** Creates one that knows of none. */
  public SilentMembers() {
    this(System::nanoTime);
  }

  SilentMembers(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Notes who is silent now, and forgets all others.
   *
   * @param timeout after which a connection that was closed is to be closed again
   * @return those whose connection is to be closed now, which is taken for done
   */
  public synchronized List<A> due(List<A> silent, Duration timeout) {
    closedNanos.keySet().retainAll(silent);
    long now = nanoTime.getAsLong();
    List<A> due = new ArrayList<>();
    for (A member : silent) {
      Long closed = closedNanos.get(member);
      if (closed == null || now - closed >= timeout.toNanos()) {
        closedNanos.put(member, now);
        due.add(member);
      }
    }
    return due;
  }
}
