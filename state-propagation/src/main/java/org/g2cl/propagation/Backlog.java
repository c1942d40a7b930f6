package org.g2cl.propagation;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.g2cl.Scheduler;

/** Updates of one member that were sent without waiting and are not answered; bounded. */
final class Backlog {
  /** Most of them; calls beyond wait until one is answered. */
  static final int LIMIT = 1_000;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final AtomicInteger unanswered = new AtomicInteger();

  /** Counts one in; false when there was no room in that time. */
  boolean enter(Scheduler scheduler, Duration longest) {
    long deadline = scheduler.nanoTime() + longest.toNanos();
    while (unanswered.incrementAndGet() > LIMIT) {
      unanswered.decrementAndGet();
      if (deadline - scheduler.nanoTime() <= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      scheduler.pause(PAUSE_NANOS);
    }
    return true;
  }

  void leave() {
    unanswered.decrementAndGet();
  }
}
