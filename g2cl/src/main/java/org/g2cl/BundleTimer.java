package org.g2cl;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Thread that sends bundles when they are due, and others that join it while it is held up.
 *
 * <p>An engine's flow control holds who sends to a member that takes nothing, which must not hold
 * up what is for others. Yet to hand each bundle over costs a change of threads for each, so one
 * thread sends them all until a look, now and then while there is something to send, finds that
 * nothing has got on: then there are twice as many.
 */
final class BundleTimer {
  /** Bundles that may be held up before all others are, too. */
  static final int MAX_THREADS = 16;

  /** From one look to the next. */
  private static final Duration PATIENCE = Duration.ofMillis(100);

  private final Scheduler clock = Scheduler.live();
  private final AtomicBoolean watched = new AtomicBoolean();
  private final ScheduledThreadPoolExecutor threads;

  BundleTimer() {
    this(task -> LiveScheduler.thread(task, "g2cl-bundles"));
  }

  /** Creates one whose threads are made there. */
  BundleTimer(ThreadFactory factory) {
    threads = new ScheduledThreadPoolExecutor(1, factory);
  }

  /**
   * Runs a task after that time.
   *
   * @throws OutOfMemoryError when there can be no thread just now; the task may be run all the same
   */
  @SuppressWarnings("FutureReturnValueIgnored") // sending logs its failures
  void later(Duration delay, Runnable task) {
    threads.schedule(() -> run(task), delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void run(Runnable task) {
    try {
      if (!watched.get()) {
        watch();
      }
    } finally {
      task.run(); // also where there can be no thread for the look just now
    }
  }

  private void watch() {
    if (!watched.compareAndSet(false, true)) {
      return;
    }
    long ended = threads.getCompletedTaskCount();
    boolean asked = false;
    try {
      clock.later(PATIENCE, () -> look(ended));
      asked = true;
    } finally {
      if (!asked) {
        watched.set(false);
      }
    }
  }

  private void look(long endedBefore) {
    watched.set(false);
    int busy = threads.getActiveCount();
    if (busy == 0 || threads.isShutdown()) {
      threads.setCorePoolSize(1);
      return;
    }
    int size = threads.getCorePoolSize();
    if (busy >= size && threads.getCompletedTaskCount() == endedBefore) {
      threads.setCorePoolSize(Math.min(2 * size, MAX_THREADS));
    }
    watch();
  }

  /** Drops what waits and interrupts what runs. */
  void close() {
    threads.shutdownNow();
  }
}
