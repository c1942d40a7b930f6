package net.sf.jgcs.spi.jgroups;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Deliveries that are run one at a time and in their order, by whichever thread is there.
 *
 * <p>A thread that brings one while another thread delivers leaves it there and goes on, so that it
 * can bring what the listener in hand may wait for. Thread-safe.
 */
final class DeliveryQueue {
  /** As many as a listener may be behind before who brings more has to wait for it. */
  private static final int MOST = 1_000;

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean isDelivering;

  /** Written with the lock. */
  private volatile boolean isFull;

  /**
   * Waits while too many are queued, a second at most: what would make room may wait for what this
   * thread brings next. Ends at once when the thread is interrupted.
   */
  void awaitRoom() {
    if (isFull) {
      awaitPoll();
    }
  }

  private synchronized void awaitPoll() {
    try {
      long end = System.nanoTime() + LONGEST_WAIT.toNanos();
      long left = LONGEST_WAIT.toNanos();
      while (isFull && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = end - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the engine stops
    }
  }

  /**
   * Begins a delivery, or queues it when others come first.
   *
   * @return true when the caller has to {@link #run} it
   */
  synchronized boolean begins(Runnable delivery) {
    if (isDelivering || !waiting.isEmpty()) {
      add(delivery);
      return false;
    }
    isDelivering = true;
    return true;
  }

  /** Queues a delivery for the next thread that brings one, or for {@link #runWaiting}. */
  synchronized void add(Runnable delivery) {
    waiting.add(delivery);
    isFull = waiting.size() >= MOST;
  }

  /** Whether none is queued or in hand. */
  synchronized boolean isIdle() {
    return !isDelivering && waiting.isEmpty();
  }

  /** Runs a delivery that {@link #begins}, and then those that are queued. */
  void run(Runnable delivery) {
    deliver(delivery);
    runWaiting();
  }

  /** Runs what is queued, unless another thread does. */
  void runWaiting() {
    Runnable next = poll();
    while (next != null) {
      deliver(next);
      next = poll();
    }
  }

  private synchronized Runnable poll() {
    if (isDelivering || waiting.isEmpty()) {
      return null;
    }
    isDelivering = true;
    Runnable next = waiting.remove();
    isFull = waiting.size() >= MOST;
    notifyAll();
    return next;
  }

  private void deliver(Runnable delivery) {
    try {
      delivery.run();
    } finally {
      synchronized (this) {
        isDelivering = false;
      }
    }
  }

  /** Drops what is queued, and ends all waits. */
  synchronized void stop() {
    waiting.clear();
    isFull = false;
    notifyAll();
  }
}
