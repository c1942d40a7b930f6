package org.g2cl.jgcs.spread;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import net.sf.jgcs.GroupException;

/**
 * What waits for the listeners of one member: views and ordered messages one at a time, unordered
 * ones at will.
 *
 * <p>Nobody who adds waits, for the socket must be drained; the owner looks at {@link #backlog}.
 * Own senders wait in {@link #awaitRoom} when it is half full.
 */
final class Inbox {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
  private static final Duration LONGEST_CALLBACK = Duration.ofMillis(200);

  private final String owner;
  private final long limit;
  private final Workers workers;
  private final Queue<Runnable> ordered = new ArrayDeque<>();
  private volatile Set<SocketAddress> met = Set.of();
  private long bytes;
  private long delayedBytes;
  private boolean closed;

  Inbox(String owner, long limit) {
    this.owner = owner;
    this.limit = limit;
    workers = new Workers("jgcs-spread-unordered " + owner);
  }

  /** Delivers the first thing in this thread, and all else in others from now on. */
  void start() {
    Runnable first;
    synchronized (this) {
      first = ordered.poll();
    }
    if (first != null) {
      first.run();
    }
    new DeliveryThread(this::drain, "jgcs-spread " + owner).start();
  }

  /** Adds a view; messages of its members count as following it once it was delivered. */
  void addView(Collection<SocketAddress> members, Runnable delivery) {
    Set<SocketAddress> all = Set.copyOf(members);
    add(
        () -> {
          try {
            delivery.run();
          } finally {
            meet(all);
          }
        });
  }

  private synchronized void meet(Set<SocketAddress> members) {
    met = members;
    notifyAll();
  }

  /** Adds a message; of delayed ones many may come at once. */
  void addMessage(
      SpreadService service, SocketAddress sender, int size, boolean delayed, Runnable delivery) {
    count(size + Arrival.OVERHEAD, delayed);
    Runnable counted =
        () -> {
          try {
            if (!isClosed()) {
              delivery.run();
            }
          } finally {
            count(-size - Arrival.OVERHEAD, delayed);
          }
        };
    if (service.ordered()) {
      add(counted);
    } else {
      workers.execute(
          () -> {
            try {
              awaitMeeting(sender);
            } finally {
              counted.run();
            }
          });
    }
  }

  /** Adds the last thing, after which nothing is delivered. */
  void addEnd(Runnable delivery) {
    add(
        () -> {
          close();
          delivery.run();
        });
  }

  private synchronized void add(Runnable delivery) {
    if (!closed) {
      ordered.add(delivery);
      notifyAll();
    }
  }

  private synchronized void count(int size, boolean delayed) {
    if (closed) {
      return;
    }
    bytes += size;
    if (delayed) {
      delayedBytes += size;
    }
    if (size < 0) {
      notifyAll();
    }
  }

  private void drain() {
    Runnable next = take();
    while (next != null) {
      DeliveryThread.call(next);
      next = take();
    }
  }

  /** Next thing, or null when this is closed; an interruption ends nothing. */
  private synchronized Runnable take() {
    while (ordered.isEmpty() && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        // by a listener that kept this thread, perhaps: the others are to hear of what comes
      }
    }
    return ordered.poll();
  }

  /** Waits until the view with that sender was delivered, but not for its listener's long work. */
  private void awaitMeeting(SocketAddress sender) {
    if (!met.contains(sender)) {
      await(LONGEST_CALLBACK, () -> met.contains(sender));
    }
  }

  private synchronized boolean await(Duration longest, Condition condition) {
    long deadline = System.nanoTime() + longest.toNanos();
    long left = longest.toNanos();
    try {
      while (!condition.holds() && !closed && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = deadline - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return condition.holds() || closed;
  }

  /** Something that may come true while one waits. */
  private interface Condition {
    boolean holds();
  }

  /**
   * Lets a sender wait while listeners here lag behind; a listener that sends never waits for room.
   *
   * @throws GroupException when they lag for too long
   */
  void awaitRoom() throws GroupException {
    if (bytes() * 2 <= limit || DeliveryThread.isCurrent()) {
      return;
    }
    if (!await(LONGEST_WAIT, () -> bytes * 2 <= limit)) {
      throw new GroupException(
          "not sent: %d bytes wait for the listeners of member %s, more than half of '%s' for %s; they are too slow, or that is too small"
              .formatted(bytes(), owner, SpreadSettings.QUEUE_BYTES, LONGEST_WAIT));
    }
  }

  /** Bytes that wait. */
  synchronized long bytes() {
    return bytes;
  }

  /** Bytes by which the listeners lag behind: all that wait but so much of what was delayed. */
  synchronized long backlog(long allowedAtOnce) {
    return bytes - Math.min(delayedBytes, allowedAtOnce);
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** Drops what waits. */
  synchronized void clear() {
    ordered.clear();
  }

  /** Drops what waits, and all that comes later. */
  synchronized void close() {
    closed = true;
    ordered.clear();
    bytes = 0;
    delayedBytes = 0;
    notifyAll();
  }
}
