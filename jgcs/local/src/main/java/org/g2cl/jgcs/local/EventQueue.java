package org.g2cl.jgcs.local;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Events by time, those of one time in the order of their arrival; thread-safe. */
final class EventQueue {
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));
  private long lastNumber;

  synchronized void add(long nanos, Runnable action) {
    events.add(new Event(nanos, ++lastNumber, action));
  }

  /** Takes the first event that is due at that time, or null. */
  synchronized Event takeDue(long nanos) {
    Event first = events.peek();
    return first != null && first.nanos() <= nanos ? events.poll() : null;
  }

  /** Action and its time. */
  record Event(long nanos, long number, Runnable action) {}
}
