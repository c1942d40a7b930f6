package org.g2cl.jgcs.spread;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.Consumer;

/**
 * Messages of senders that are in no view yet, held back shortly; for one thread.
 *
 * <p>Weaker services than total order may overtake the view in which their sender joined. What
 * comes from somebody who is no member, or no longer, is dropped in the end.
 */
final class Newcomers {
  private static final Duration LONGEST_HOLD = Duration.ofSeconds(2);
  private static final int MOST_BYTES = 4 << 20;

  private record Held(Arrival arrival, long since) {}

  private final Deque<Held> waiting = new ArrayDeque<>();
  private final Consumer<Arrival> dropped;
  private long bytes;

  Newcomers(Consumer<Arrival> dropped) {
    this.dropped = dropped;
  }

  void hold(Arrival arrival) {
    waiting.add(new Held(arrival, System.nanoTime()));
    bytes += arrival.bytes();
    while (bytes > MOST_BYTES) {
      drop(waiting.remove());
    }
  }

  /** Gives on, in order, what came from those who are members now. */
  void release(Collection<String> members, Consumer<Arrival> receiver) {
    Iterator<Held> all = waiting.iterator();
    while (all.hasNext()) {
      Arrival arrival = all.next().arrival();
      if (members.contains(arrival.sender())) {
        all.remove();
        bytes -= arrival.bytes();
        receiver.accept(arrival);
      }
    }
  }

  /** Drops what has waited for long; called now and then. */
  void checkTime() {
    long now = System.nanoTime();
    while (!waiting.isEmpty() && now - waiting.element().since() > LONGEST_HOLD.toNanos()) {
      drop(waiting.remove());
    }
  }

  private void drop(Held held) {
    bytes -= held.arrival().bytes();
    dropped.accept(held.arrival());
  }
}
