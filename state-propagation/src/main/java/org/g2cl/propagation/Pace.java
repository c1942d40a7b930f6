package org.g2cl.propagation;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Even spacing of one thread's actions, so many per second at most. */
final class Pace implements Runnable {
  private final long spacingNanos;
  private long next = System.nanoTime();

  Pace(int perSecond) {
    spacingNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
  }

  /** Waits until the next action is due. */
  @Override
  public void run() {
    long wait = next - System.nanoTime();
    while (wait > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(wait);
      wait = next - System.nanoTime();
    }
    next = Math.max(next, System.nanoTime()) + spacingNanos;
  }
}
