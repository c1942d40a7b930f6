package org.g2cl.jgcs.legacy;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Delivery of one member's unordered messages: none waits while another one's listener does, up to
 * a bound, and the others wait in memory, up to another one.
 *
 * <p>The plug-in's thread never delivers one itself. A listener may wait for something that only
 * that thread can bring, so it would wait for ever, and with it the views and all ordered messages.
 * Thread-safe.
 */
final class UnorderedDelivery {
  static final int MOST_THREADS = 64;

  /** Those that are being delivered count too. */
  static final int MOST_MESSAGES = 10_000;

  /** Longest time in which no listener comes to its end while there is no room. */
  static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private static final long MOST_BYTES = 64L << 20;
  private static final long IDLE_SECONDS = 10;

  private final int mostMessages;
  private final long mostBytes;
  private final Duration longestWait;
  private final ThreadPoolExecutor threads;
  private int messages;
  private long bytes;
  private boolean closed;

  UnorderedDelivery() {
    this(MOST_THREADS, MOST_MESSAGES, MOST_BYTES, LONGEST_WAIT);
  }

  UnorderedDelivery(int mostThreads, int mostMessages, long mostBytes, Duration longestWait) {
    this.mostMessages = mostMessages;
    this.mostBytes = mostBytes;
    this.longestWait = longestWait;
    threads =
        new ThreadPoolExecutor(
            mostThreads,
            mostThreads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(mostMessages),
            LegacyMember::daemon);
    threads.allowCoreThreadTimeOut(true);
  }

  /** Has a message delivered soon; false when too many wait, or this is closed. */
  synchronized boolean offer(int size, Runnable delivery) {
    if (closed || full()) {
      return false;
    }
    count(1, size);
    boolean taken = false;
    try {
      threads.execute(() -> deliver(size, delivery));
      taken = true;
    } finally {
      if (!taken) {
        count(-1, -size);
      }
    }
    return true;
  }

  /**
   * Has a message delivered as soon as there is room; once this is closed, drops it.
   *
   * @return false when no listener has made room in time, or the thread was interrupted
   */
  synchronized boolean put(int size, Runnable delivery) {
    awaitRoom();
    return offer(size, delivery) || closed;
  }

  private void awaitRoom() {
    long deadline = System.nanoTime() + longestWait.toNanos();
    long left = longestWait.toNanos();
    try {
      while (full() && !closed && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = deadline - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean full() {
    return messages >= mostMessages || bytes >= mostBytes;
  }

  private void deliver(int size, Runnable delivery) {
    try {
      delivery.run();
    } finally {
      count(-1, -size);
    }
  }

  private synchronized void count(int more, int size) {
    messages += more;
    bytes += size;
    notifyAll();
  }

  /** Messages that wait or are being delivered. */
  synchronized int messages() {
    return messages;
  }

  /** Drops what waits, and all that comes later. */
  synchronized void close() {
    closed = true;
    threads.getQueue().clear();
    threads.shutdown();
    notifyAll();
  }
}
