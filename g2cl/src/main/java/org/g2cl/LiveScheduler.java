package org.g2cl;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** The machine's time and threads. */
final class LiveScheduler implements Scheduler {
  static final LiveScheduler INSTANCE = new LiveScheduler();

  /**
   * Not the JDK's delayed executor: with two processors that starts a thread for each hand-over.
   */
  private static final ScheduledExecutorService TIMER =
      Executors.newSingleThreadScheduledExecutor(LiveScheduler::timerThread);

  private LiveScheduler() {}

  private static Thread timerThread(Runnable task) {
    var thread = new Thread(task, "g2cl-deadlines");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long nextLong() {
    return ThreadLocalRandom.current().nextLong();
  }

  @Override
  @SuppressWarnings("WaitNotInLoop") // the caller loops
  public void await(Object monitor, long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.timedWait(monitor, nanos);
  }

  @Override
  @SuppressWarnings("NakedNotify") // the caller changed what is waited for
  public void signalAll(Object monitor) {
    monitor.notifyAll();
  }

  @Override
  public <T> T get(CompletableFuture<T> future, Duration timeout)
      throws ExecutionException, TimeoutException, InterruptedException {
    return future.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void pause(long nanos) {
    LockSupport.parkNanos(nanos);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // tasks report their failures themselves
  public void later(Duration delay, Runnable task) {
    TIMER.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public Worker worker(String threadName, int capacity) {
    return new OrderedExecutor(threadName, capacity);
  }
}
