package org.g2cl;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** Point in time at which a wait ends. */
final class Deadline {
  private final Scheduler scheduler;
  private final long nanos;

  private Deadline(Scheduler scheduler, long nanos) {
    this.scheduler = scheduler;
    this.nanos = nanos;
  }

  static Deadline after(Duration time, Scheduler scheduler) {
    return new Deadline(scheduler, scheduler.nanoTime() + time.toNanos());
  }

  /** On the clock of the scheduler. */
  long nanos() {
    return nanos;
  }

  /** Whether no whole millisecond is left. */
  boolean isOver() {
    return leftMillis() <= 0;
  }

  private long leftMillis() {
    return Duration.ofNanos(nanos - scheduler.nanoTime()).toMillis();
  }

  /** Time that is left, at most so much, in whole milliseconds and positive. */
  Duration left(Duration most) throws TimeoutException {
    long left = leftMillis();
    if (left <= 0) {
      throw new TimeoutException();
    }
    return Duration.ofMillis(Math.min(left, most.toMillis()));
  }
}
