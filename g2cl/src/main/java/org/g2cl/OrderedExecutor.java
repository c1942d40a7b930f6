package org.g2cl;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Worker on a thread of the machine. */
final class OrderedExecutor implements Scheduler.Worker {
  private static final long IDLE_SECONDS = 30;

  private final ThreadPoolExecutor executor;

  OrderedExecutor(String threadName, int capacity) {
    executor =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(capacity),
            task -> LiveScheduler.thread(task, threadName));
    executor.allowCoreThreadTimeOut(true);
  }

  @Override
  public boolean offer(Runnable task) {
    try {
      executor.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
