package org.g2cl.jgcs.spread;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads for unordered messages: none waits while another listener does, up to a bound.
 *
 * <p>Threads are made when no idle one is there, and end after a while without work. The queue is
 * bounded by the {@link Inbox} that it belongs to.
 */
final class Workers {
  private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
  private static final int MOST_THREADS = 128;
  private static final long IDLE_NANOS = Duration.ofSeconds(5).toNanos();

  private final ThreadFactory factory;
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private int threads;
  private int idle;

  Workers(String name) {
    this(body -> new DeliveryThread(body, name));
  }

  Workers(ThreadFactory factory) {
    this.factory = factory;
  }

  /**
   * Runs a task soon.
   *
   * @throws OutOfMemoryError when there is no thread, and none could be started
   */
  synchronized void execute(Runnable task) {
    tasks.add(task);
    if (idle >= tasks.size()) {
      notify();
    } else if (threads < MOST_THREADS) {
      addThread(task);
    }
  }

  private void addThread(Runnable task) {
    try {
      factory.newThread(this::run).start();
      threads++;
    } catch (OutOfMemoryError e) { // so says the JDK that there can be no more threads
      if (threads == 0) {
        tasks.remove(task);
        throw e;
      }
      LOG.debug("those that are there take it", e);
    }
  }

  private void run() {
    Runnable task = next();
    while (task != null) {
      DeliveryThread.call(task);
      task = next();
    }
  }

  /** Next task, or null when this thread has to end. */
  private synchronized Runnable next() {
    long deadline = System.nanoTime() + IDLE_NANOS;
    long left = IDLE_NANOS;
    idle++;
    try {
      while (tasks.isEmpty() && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = deadline - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    idle--;
    Runnable task = tasks.poll();
    if (task == null) {
      threads--;
    }
    return task;
  }
}
