package org.g2cl.jgcs.local;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import net.sf.jgcs.GroupException;

/**
 * What waits for one member: views and ordered messages one at a time, unordered ones at will.
 *
 * <p>An unordered message is held back only while a view that came before it waits. Bounded: a
 * sender waits for room; the bound is soft by one message per concurrent sender.
 */
final class Inbox {
  private static final int MOST_MESSAGES = 10_000;
  private static final long MOST_BYTES = 64L << 20;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private final NetworkClock clock;
  private final Queue<Runnable> ordered = new ArrayDeque<>();
  private boolean draining = true;
  private boolean closed;
  private int waitingViews;
  private int messages;
  private long bytes;

  Inbox(NetworkClock clock) {
    this.clock = clock;
  }

  /** Delivers the first view in this thread, and all else by the clock from now on. */
  void start() {
    Runnable first;
    synchronized (this) {
      first = ordered.poll();
    }
    if (first != null) {
      first.run();
    }
    drainOnClock();
  }

  synchronized void offerView(Runnable delivery) {
    waitingViews++;
    enqueue(
        () -> {
          viewTaken();
          delivery.run();
        });
  }

  private synchronized void viewTaken() {
    waitingViews--;
  }

  synchronized void offerMessage(LocalService service, int size, Runnable delivery) {
    if (closed) {
      return;
    }
    messages++;
    bytes += size;
    Runnable counted = () -> runCounted(size, delivery);
    if (service.ordered()) {
      enqueue(counted);
    } else if (waitingViews > 0) {
      enqueue(() -> clock.deliver(counted));
    } else {
      clock.deliver(counted);
    }
  }

  private void runCounted(int size, Runnable delivery) {
    try {
      if (!isClosed()) {
        delivery.run();
      }
    } finally {
      delivered(size);
    }
  }

  private synchronized void delivered(int size) {
    messages--;
    bytes -= size;
    notifyAll();
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private void enqueue(Runnable delivery) {
    if (closed) {
      return;
    }
    ordered.add(delivery);
    if (!draining) {
      draining = true;
      drainOnClock();
    }
  }

  private void drainOnClock() {
    clock.deliver(this::drain);
  }

  private void drain() {
    Runnable next = takeOrRest();
    while (next != null) {
      next.run();
      next = takeOrRest();
    }
  }

  private synchronized Runnable takeOrRest() {
    Runnable next = ordered.poll();
    draining = next != null;
    return next;
  }

  /** Waits until a message may be added. */
  synchronized void awaitRoom(Object owner) throws GroupException {
    long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
    while (full() && !closed) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0 || !clock.concurrent()) {
        throw new GroupException(
            "member %s has %d messages (%d bytes) waiting and takes no more; its listener is too slow"
                .formatted(owner, messages, bytes));
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new GroupException("interrupted while waiting for member " + owner, e);
      }
    }
  }

  private boolean full() {
    return messages >= MOST_MESSAGES || bytes >= MOST_BYTES;
  }

  /** Drops what waits, and all that comes later. */
  synchronized void close() {
    closed = true;
    ordered.clear();
    notifyAll();
  }
}
