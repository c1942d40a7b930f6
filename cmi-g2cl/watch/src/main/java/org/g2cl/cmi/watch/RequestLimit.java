package org.g2cl.cmi.watch;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Bounds the time that a client may take to send its request and to take the answer: the JDK's
 * server waits for slow ones without end, each time with a thread. An interrupt closes the
 * connection on which that thread reads or writes. Thread-safe.
 */
final class RequestLimit implements AutoCloseable {
  private static final Duration REQUEST = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(10);

  /** What the thread is at. */
  private static final ThreadLocal<Exchange> CURRENT = new ThreadLocal<>();

  private final ScheduledThreadPoolExecutor clock =
      new ScheduledThreadPoolExecutor(1, RequestLimit::thread);

  RequestLimit() {
    clock.setRemoveOnCancelPolicy(true);
  }

  /** An exchange that does not wait for its request longer than that. */
  Runnable bounded(Runnable exchange) {
    return new Exchange(exchange);
  }

  /** From now on it is the answer that is waited for; called by the thread of the exchange. */
  static void requestIsRead() {
    CURRENT.get().mayLast(ANSWER);
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }

  private static Thread thread(Runnable task) {
    var thread = new Thread(task, "g2cl-page-clock");
    thread.setDaemon(true);
    return thread;
  }

  /** One request and its answer. */
  private final class Exchange implements Runnable {
    private final Runnable work;

    // guarded by this
    private Thread thread;
    private ScheduledFuture<?> end;
    private long deadline;
    private boolean over;

    Exchange(Runnable work) {
      this.work = work;
    }

    @Override
    public void run() {
      CURRENT.set(this);
      mayLast(REQUEST);
      try {
        work.run();
      } finally {
        CURRENT.remove();
        over();
      }
    }

    synchronized void mayLast(Duration longest) {
      if (end != null) {
        end.cancel(false);
      }
      thread = Thread.currentThread();
      deadline = System.nanoTime() + longest.toNanos();
      end = clock.schedule(this::endWhenLate, longest.toNanos(), TimeUnit.NANOSECONDS);
    }

    private synchronized void endWhenLate() {
      if (!over && System.nanoTime() - deadline >= 0) {
        thread.interrupt();
      }
    }

    private synchronized void over() {
      over = true;
      end.cancel(false);
    }
  }
}
