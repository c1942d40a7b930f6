package org.g2cl.cmi.core;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last events of a node, in memory; the oldest goes when it is full. Thread-safe. */
final class EventLog {
  private static final int KEPT = 30;

  private final Deque<HaEvent> events = new ArrayDeque<>();

  synchronized void add(HaEvent.Kind kind, String what) {
    if (events.size() == KEPT) {
      events.removeLast();
    }
    events.addFirst(new HaEvent(Instant.now(), kind, what));
  }

  /** The newest first. */
  synchronized List<HaEvent> newestFirst() {
    return List.copyOf(events);
  }
}
