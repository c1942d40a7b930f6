package org.g2cl;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Time, waits, threads and chance of one member: those of the machine, or those of a simulation.
 *
 * <p>Everything above {@link MarshalDataSession} takes them from here, and from nowhere else, so
 * that the same code runs on virtual time. A thread must not hold a monitor over a wait, except the
 * one that it hands to {@link #await}. Thread-safe.
 */
public interface Scheduler {
  /** One of the machine's time and threads, for one member. */
  static Scheduler live() {
    return new LiveScheduler();
  }

  /** Time since an arbitrary start, in nanoseconds. */
  long nanoTime();

  /** Next random number; not for secrets. */
  long nextLong();

  /**
   * Waits as {@link Object#wait()} does, which the caller does in a loop, until {@link #signalAll}
   * or for so long.
   *
   * @param monitor held by the caller; released while waiting
   * @param nanos positive
   * @throws InterruptedException when interrupted while waiting
   */
  void await(Object monitor, long nanos) throws InterruptedException;

  /** Wakes all that {@link #await} on that monitor, which the caller holds. */
  void signalAll(Object monitor);

  /**
   * Waits for the end of a future.
   *
   * @throws ExecutionException when it ended exceptionally
   * @throws TimeoutException when it did not end in time
   * @throws InterruptedException when interrupted while waiting
   */
  <T> T get(CompletableFuture<T> future, Duration timeout)
      throws ExecutionException, TimeoutException, InterruptedException;

  /** Lets the caller rest; returns early when it is interrupted. */
  void pause(long nanos);

  /**
   * Runs a task after that time, on a thread shared by all: the task must be short and not wait.
   *
   * @throws OutOfMemoryError when there can be no such thread just now; the task is not run
   */
  void later(Duration delay, Runnable task);

  /**
   * Counts an error that nobody expects, of this code or of a handler or listener, and that the
   * caller has caught so that the rest goes on. A thread whose member a simulation has ended ends
   * here, by another error.
   */
  default void caught(Throwable failure) {}

  /** Errors counted by {@link #caught} since start. */
  default long failures() {
    return 0;
  }

  /**
   * Makes a worker.
   *
   * @param threadName name of its thread
   * @param capacity tasks that may wait, at least 1
   */
  Worker worker(String threadName, int capacity);

  /**
   * One thread, started when needed and ended when idle, with a bounded queue.
   *
   * <p>Its tasks may wait.
   */
  interface Worker extends AutoCloseable {
    /**
     * Queues a task; false when the queue is full or the worker closed.
     *
     * @throws OutOfMemoryError when there can be no thread just now; the task is not run
     */
    boolean offer(Runnable task);

    /** Drops what waits and interrupts what runs. */
    @Override
    void close();
  }
}
