package org.g2cl.propagation;

import java.util.concurrent.TimeUnit;
import org.g2cl.Scheduler;

/** Even spacing of one thread's actions, so many per second at most. */
final class Pace implements Runnable {
  private final Scheduler scheduler;
  private final long spacingNanos;
  private long next;

  Pace(Scheduler scheduler, int perSecond) {
    this.scheduler = scheduler;
    this.next = scheduler.nanoTime();
    spacingNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
  }

  /** Waits until the next action is due. */
  @Override
  public void run() {
    long wait = next - scheduler.nanoTime();
    while (wait > 0 && !Thread.currentThread().isInterrupted()) {
      scheduler.pause(wait);
      wait = next - scheduler.nanoTime();
    }
    next = Math.max(next, scheduler.nanoTime()) + spacingNanos;
  }
}
