package org.g2cl.propagation;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.g2cl.Scheduler;

/** Even spacing of actions, so many per second at most. Thread-safe. */
final class Pace implements Runnable {
  private final Scheduler scheduler;
  private final long spacingNanos;
  private final BooleanSupplier ended;

  /** When the next action is due; guarded by this. */
  private long next;

  /**
   * Creates one.
   *
   * @param ended tells that nothing is to be waited for any more
   */
  Pace(Scheduler scheduler, int perSecond, BooleanSupplier ended) {
    this.scheduler = scheduler;
    this.ended = ended;
    this.next = scheduler.nanoTime();
    spacingNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
  }

  /** Waits until the next action is due. */
  @Override
  public void run() {
    long due = place();
    long wait = due - scheduler.nanoTime();
    while (wait > 0 && !ended.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
      scheduler.pause(wait);
      wait = due - scheduler.nanoTime();
    }
  }

  private synchronized long place() {
    long now = scheduler.nanoTime();
    long due = next - now > 0 ? next : now;
    next = due + spacingNanos;
    return due;
  }
}
