package org.g2cl;

import java.time.Duration;

/** Full queue of a worker, and the threads that wait for room in it. */
final class Backlog {
  /** Longest time that a thread waits. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Scheduler scheduler;
  private final Scheduler.Worker worker;

  /** Threads that wait; written under the lock of this. */
  private volatile int waiting;

  /** A wait was in vain, and nothing was taken since: more waits would be, too. */
  private volatile boolean stuck;

  private volatile boolean closed;

  Backlog(Scheduler scheduler, Scheduler.Worker worker) {
    this.scheduler = scheduler;
    this.worker = worker;
  }

  boolean offer(Runnable task) {
    return worker.offer(task);
  }

  /** Offers a task and waits for room; false when there was none in time, or the worker closed. */
  boolean offerPatiently(Runnable task) {
    return worker.offer(task) || (!stuck && offerInTime(task));
  }

  private synchronized boolean offerInTime(Runnable task) {
    long end = scheduler.nanoTime() + PATIENCE.toNanos();
    waiting++;
    try {
      while (!closed) {
        if (worker.offer(task)) {
          return true;
        }
        long left = end - scheduler.nanoTime();
        if (left <= 0) {
          stuck = true;
          return false;
        }
        scheduler.await(this, left);
      }
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      waiting--;
    }
  }

  /** The worker has taken a task off its queue. */
  void taken() {
    stuck = false;
    if (waiting > 0) {
      synchronized (this) {
        scheduler.signalAll(this);
      }
    }
  }

  synchronized void close() {
    closed = true;
    scheduler.signalAll(this);
  }
}
