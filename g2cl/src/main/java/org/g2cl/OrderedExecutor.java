package org.g2cl;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One thread, started when needed and ended when idle, with a bounded queue. */
final class OrderedExecutor {
  static final int CAPACITY = 10_000;

  private static final long IDLE_SECONDS = 30;

  private final ThreadPoolExecutor executor;

  OrderedExecutor(String threadName) {
    this(threadName, CAPACITY);
  }

  OrderedExecutor(String threadName, int capacity) {
    executor =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(capacity),
            task -> {
              Thread thread = new Thread(task, threadName);
              thread.setDaemon(true);
              return thread;
            });
    executor.allowCoreThreadTimeOut(true);
  }

  /** Queues a task; false when the queue is full or closed. */
  boolean offer(Runnable task) {
    try {
      executor.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  /** Drops what waits and interrupts what runs. */
  void close() {
    executor.shutdownNow();
  }
}
