package org.g2cl.propagation;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.g2cl.Scheduler;

/** Even spacing of one thread's actions, so many per second at most. */
final class Pace implements Runnable {
  private final Scheduler scheduler;
  private final long spacingNanos;
  private final BooleanSupplier ended;
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
    long wait = next - scheduler.nanoTime();
    while (wait > 0 && !ended.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
      scheduler.pause(wait);
      wait = next - scheduler.nanoTime();
    }
    next = Math.max(next, scheduler.nanoTime()) + spacingNanos;
  }
}
