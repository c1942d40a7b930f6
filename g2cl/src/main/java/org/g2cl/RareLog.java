package org.g2cl;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Counter of trouble that others can cause, which says when to log about it: once in a while. */
final class RareLog {
  private static final long PAUSE_NANOS = Duration.ofSeconds(10).toNanos();

  private final LongAdder count = new LongAdder();
  private final LongSupplier clock;
  private final AtomicLong next;

  RareLog() {
    this(System::nanoTime);
  }

  /** Counts by a clock of nanoseconds. */
  RareLog(LongSupplier clock) {
    this.clock = clock;
    next = new AtomicLong(clock.getAsLong());
  }

  /** Counts one event; true when it is time for a line. */
  boolean count() {
    count.increment();
    long now = clock.getAsLong();
    long due = next.get();
    return now - due >= 0 && next.compareAndSet(due, now + PAUSE_NANOS);
  }

  long total() {
    return count.sum();
  }
}
