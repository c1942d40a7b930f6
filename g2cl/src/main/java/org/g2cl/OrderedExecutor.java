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
    this(
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(capacity),
            task -> LiveScheduler.thread(task, threadName)));
  }

  /** Worker on the thread of a pool of one. */
  OrderedExecutor(ThreadPoolExecutor executor) {
    this.executor = executor;
    executor.allowCoreThreadTimeOut(true);
  }

  @Override
  public boolean offer(Runnable task) {
    try {
      executor.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    } catch (OutOfMemoryError e) { // as of no thread; it may have been queued before
      executor.remove(task);
      throw e;
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
