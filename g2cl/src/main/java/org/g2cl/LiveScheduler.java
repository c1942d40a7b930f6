package org.g2cl;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * The machine's time and threads, for one member; threads that have nothing to do end, and none
 * holds the class loader, or thread-locals, of an application that it was started for.
 */
final class LiveScheduler implements Scheduler {
  /**
   * Not the JDK's delayed executor: with two processors that starts a thread for each hand-over.
   */
  private static final ScheduledExecutorService TIMER = timer(Duration.ofSeconds(10));

  /** Not an adder, which may take memory, and memory may be what the error says is out. */
  private final AtomicLong failures = new AtomicLong();

  /** Timer whose thread ends once nothing was to be done for that long. */
  static ScheduledExecutorService timer(Duration idle) {
    var timer = new ScheduledThreadPoolExecutor(1, LiveScheduler::timerThread);
    timer.setKeepAliveTime(idle.toNanos(), TimeUnit.NANOSECONDS);
    timer.allowCoreThreadTimeOut(true);
    return timer;
  }

  private static Thread timerThread(Runnable task) {
    return thread(task, "g2cl-deadlines");
  }

  /** Thread that takes nothing over from the one that happens to start it. */
  static Thread thread(Runnable task, String name) {
    var thread = new Thread(null, task, name, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(LiveScheduler.class.getClassLoader());
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
  public void later(Duration delay, Runnable task) {
    later(TIMER, delay, task);
  }

  /** The timer queues a task before it starts the thread that it may need, which may fail. */
  @SuppressWarnings("FutureReturnValueIgnored") // tasks report their failures themselves
  static void later(ScheduledExecutorService timer, Duration delay, Runnable task) {
    var queued = new AtomicReference<>(task);
    try {
      timer.schedule(() -> runOnce(queued), delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (OutOfMemoryError e) { // so says the JDK that there can be no more threads
      if (queued.getAndSet(null) != null) {
        throw e;
      }
    }
  }

  private static void runOnce(AtomicReference<Runnable> queued) {
    Runnable task = queued.getAndSet(null);
    if (task != null) {
      task.run();
    }
  }

  @Override
  public void caught(Throwable failure) {
    failures.incrementAndGet();
  }

  @Override
  public long failures() {
    return failures.get();
  }

  @Override
  public Worker worker(String threadName, int capacity) {
    return new OrderedExecutor(threadName, capacity);
  }
}
