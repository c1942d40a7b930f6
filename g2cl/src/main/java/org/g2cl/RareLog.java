package org.g2cl;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counter of trouble that others can cause, which says when to log about it: once in a while. */
final class RareLog {
  private static final long PAUSE_NANOS = Duration.ofSeconds(10).toNanos();

  private final LongAdder count = new LongAdder();
  private final AtomicLong next = new AtomicLong(System.nanoTime());

  /** Counts one event; true when it is time for a line. */
  boolean count() {
    count.increment();
    long now = System.nanoTime();
    long due = next.get();
    return now - due >= 0 && next.compareAndSet(due, now + PAUSE_NANOS);
  }

  long total() {
    return count.sum();
  }
}
