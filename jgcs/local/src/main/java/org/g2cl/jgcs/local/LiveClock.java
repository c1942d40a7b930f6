package org.g2cl.jgcs.local;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Real time: one timer thread and a bounded pool for deliveries; idle threads end.
 *
 * <p>The queue of the pool is bounded by the inboxes of the members, at which senders wait.
 */
final class LiveClock implements NetworkClock {
  private static final int THREADS = 128;
  private static final long IDLE_SECONDS = 5;

  private final EventQueue events = new EventQueue();
  private final Object turn = new Object();
  private final ScheduledThreadPoolExecutor timer;
  private final ThreadPoolExecutor pool;

  LiveClock(String network) {
    timer = new ScheduledThreadPoolExecutor(1, daemons("jgcs-local-timer " + network));
    timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    pool =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            daemons("jgcs-local " + network));
    pool.allowCoreThreadTimeOut(true);
  }

  private static ThreadFactory daemons(String name) {
    return body -> {
      Thread thread = new Thread(body, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // events report their failures themselves
  public void at(long nanos, Runnable event) {
    events.add(nanos, event);
    timer.schedule(this::runDue, nanos - nanos(), TimeUnit.NANOSECONDS);
  }

  private void runDue() {
    synchronized (turn) {
      EventQueue.Event due = events.takeDue(nanos());
      while (due != null) {
        due.action().run();
        due = events.takeDue(nanos());
      }
    }
  }

  @Override
  public void deliver(Runnable delivery) {
    pool.execute(delivery);
  }

  @Override
  public boolean concurrent() {
    return true;
  }
}
