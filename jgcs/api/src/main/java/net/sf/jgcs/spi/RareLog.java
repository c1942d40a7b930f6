package net.sf.jgcs.spi;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Counter of trouble that others can cause, which says when to log about it: at once, then every
 * ten seconds at most.
 *
 * <p>An addition to jGCS 0.8. Thread-safe.
 */
public final class RareLog {
  private static final long PAUSE_NANOS = Duration.ofSeconds(10).toNanos();

  private final LongAdder count = new LongAdder();
  private final LongSupplier clock;
  private final AtomicLong next;

  /** Creates one that has counted nothing. */
  public RareLog() {
    this(System::nanoTime);
  }

  /** Counts by a clock of nanoseconds. */
  RareLog(LongSupplier clock) {
    this.clock = clock;
    next = new AtomicLong(clock.getAsLong());
  }

  /** Counts one event; true when it is time for a line. */
  public boolean count() {
    count.increment();
    long now = clock.getAsLong();
    long due = next.get();
    return now - due >= 0 && next.compareAndSet(due, now + PAUSE_NANOS);
  }

  /** Number of events so far. */
  public long total() {
    return count.sum();
  }
}
