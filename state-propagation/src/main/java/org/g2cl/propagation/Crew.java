package org.g2cl.propagation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.g2cl.Scheduler;

/**
 * A few threads of a member, each of which does something for one session, so that the answers of
 * other members are not waited for session by session.
 *
 * <p>What it is given ends and throws nothing. It is given by one thread.
 */
final class Crew implements AutoCloseable {
  /** As many states are in memory at a time, besides those of calls. */
  static final int SIZE = 4;

  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Scheduler scheduler;
  private final List<Scheduler.Worker> all;

  /** Those that have nothing to do; guarded by itself. */
  private final Deque<Scheduler.Worker> idle;

  /** Creates one without a thread. */
  Crew(Scheduler scheduler, String threadName) {
    this.scheduler = scheduler;
    this.all =
        IntStream.rangeClosed(1, SIZE)
            .mapToObj(i -> scheduler.worker(threadName + "-" + i, 1))
            .toList();
    this.idle = new ArrayDeque<>(all);
  }

  /**
   * Lets one do it, and waits until one has nothing else to do.
   *
   * @throws InterruptedException when interrupted; it is not done
   */
  void give(Runnable task) throws InterruptedException {
    Scheduler.Worker worker = next();
    boolean taken = false;
    try {
      taken = worker.offer(() -> work(worker, task));
    } finally {
      if (!taken) {
        hasDone(worker);
      }
    }
  }

  private void work(Scheduler.Worker worker, Runnable task) {
    try {
      task.run();
    } finally {
      hasDone(worker);
    }
  }

  private Scheduler.Worker next() throws InterruptedException {
    synchronized (idle) {
      while (idle.isEmpty()) {
        scheduler.await(idle, WAIT_NANOS);
      }
      return idle.poll();
    }
  }

  private void hasDone(Scheduler.Worker worker) {
    synchronized (idle) {
      if (!idle.contains(worker)) { // a worker may have queued what it then throws an error for
        idle.add(worker);
      }
      scheduler.signalAll(idle);
    }
  }

  /**
   * Waits until all that was given is done.
   *
   * @return false when that takes longer
   */
  boolean await(long nanos) throws InterruptedException {
    long end = scheduler.nanoTime() + nanos;
    synchronized (idle) {
      long left = nanos;
      while (idle.size() < SIZE && left > 0) {
        scheduler.await(idle, left);
        left = end - scheduler.nanoTime();
      }
      return idle.size() == SIZE;
    }
  }

  /** Interrupts what is done. */
  @Override
  public void close() {
    all.forEach(Scheduler.Worker::close);
  }
}
