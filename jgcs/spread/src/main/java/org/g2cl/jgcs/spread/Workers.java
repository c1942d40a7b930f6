package org.g2cl.jgcs.spread;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Threads for unordered messages: none waits while another listener does, up to a bound.
 *
 * <p>Threads are made when no idle one is there, and end after a while without work. The queue is
 * bounded by the {@link Inbox} that it belongs to.
 */
final class Workers {
  private static final int MOST_THREADS = 128;
  private static final long IDLE_NANOS = Duration.ofSeconds(5).toNanos();

  private final String name;
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private int threads;
  private int idle;

  Workers(String name) {
    this.name = name;
  }

  synchronized void execute(Runnable task) {
    tasks.add(task);
    if (idle >= tasks.size()) {
      notify();
    } else if (threads < MOST_THREADS) {
      threads++;
      new DeliveryThread(this::run, name).start();
    }
  }

  private void run() {
    Runnable task = next();
    while (task != null) {
      task.run();
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
