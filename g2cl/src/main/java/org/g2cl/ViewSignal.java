package org.g2cl;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** Lets a thread rest until the next view, but not for long. */
final class ViewSignal {
  static final Duration REST = Duration.ofMillis(50);

  private final Scheduler scheduler;

  /** Guarded by this. */
  private boolean viewCame;

  ViewSignal(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  synchronized void viewCame() {
    viewCame = true;
    scheduler.signalAll(this);
  }

  /** Returns soon, or at once when a view has come since the last time. */
  void rest(Deadline deadline) throws TimeoutException, InterruptedException {
    rest(REST, deadline);
  }

  /** Returns after that time, or at once when a view has come since the last time. */
  void rest(Duration time, Deadline deadline) throws TimeoutException, InterruptedException {
    long end = scheduler.nanoTime() + deadline.left(time).toNanos();
    synchronized (this) {
      for (long left = end - scheduler.nanoTime();
          !viewCame && left > 0;
          left = end - scheduler.nanoTime()) {
        scheduler.await(this, left);
      }
      viewCame = false;
    }
  }
}
