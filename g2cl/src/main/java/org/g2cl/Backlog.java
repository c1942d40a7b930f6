package org.g2cl;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Queue of a worker that is bounded in bytes, too, and the threads that wait for room in it. */
final class Backlog {
  /** Longest time that a thread waits. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Scheduler scheduler;
  private final Scheduler.Worker worker;
  private final long maxBytes;

  /** Bytes of the tasks that wait. */
  private final AtomicLong bytes = new AtomicLong();

  /** Threads that wait; written under the lock of this. */
  private volatile int waiting;

  /** A wait was in vain, and nothing was taken since: more waits would be, too. */
  private volatile boolean stuck;

  private volatile boolean closed;

  /** Creates one for tasks of so many bytes together; a larger one has the queue to itself. */
  Backlog(Scheduler scheduler, Scheduler.Worker worker, long maxBytes) {
    this.scheduler = scheduler;
    this.worker = worker;
    this.maxBytes = maxBytes;
  }

  boolean offer(Runnable task, int size) {
    if (!reserve(size)) {
      return false;
    }
    boolean taken = false;
    try {
      taken = worker.offer(task);
      return taken;
    } finally { // also where no thread can be made for it
      if (!taken) {
        bytes.addAndGet(-size);
      }
    }
  }

  /** Nothing is counted that has no room: others would be refused for it. */
  private boolean reserve(int size) {
    long now = bytes.get();
    while (now == 0 || now + size <= maxBytes) {
      if (bytes.compareAndSet(now, now + size)) {
        return true;
      }
      now = bytes.get();
    }
    return false;
  }

  /** Offers a task and waits for room; false when there was none in time, or the worker closed. */
  boolean offerPatiently(Runnable task, int size) {
    return offer(task, size) || (!stuck && offerInTime(task, size));
  }

  private synchronized boolean offerInTime(Runnable task, int size) {
    long end = scheduler.nanoTime() + PATIENCE.toNanos();
    waiting++;
    try {
      while (!closed) {
        if (offer(task, size)) {
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

  /** The worker has taken a task of that size off its queue. */
  void taken(int size) {
    bytes.addAndGet(-size);
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
