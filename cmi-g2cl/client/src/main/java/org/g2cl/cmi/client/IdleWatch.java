package org.g2cl.cmi.client;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Closing of connections that were idle for long, also those of a client that asks nothing more: by
 * one thread for all pools, which lives as long as any of them has idle connections. Thread-safe.
 */
final class IdleWatch {
  /** Answer of one that has nothing idle. */
  static final long NOTHING = Long.MAX_VALUE;

  static final String THREAD = "g2cl-client-idle";

  private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long AFTER_ERROR = TimeUnit.SECONDS.toNanos(1);

  private final Set<Idle> watched = ConcurrentHashMap.newKeySet();
  private final AtomicReference<Thread> thread = new AtomicReference<>();

  /** What has idle connections. */
  interface Idle {
    /**
     * Closes those that were idle for long enough.
     *
     * @return nanoseconds until the next one will have been, or {@link #NOTHING} when there is none
     */
    long closeExpired();
  }

  /** Watches it until nothing of it is idle; to be called each time when something is. */
  void watch(Idle idle) {
    try {
      boolean added = watched.add(idle);
      Thread running = thread.get();
      if (running == null) {
        start();
      } else if (added) {
        LockSupport.unpark(running); // its time may be shorter than those of the others
      }
    } catch (OutOfMemoryError e) {
      // as when there can be no more threads: the next call tries again, and this one has an answer
    }
  }

  private void start() {
    Thread next = thread(this::run);
    if (!thread.compareAndSet(null, next)) {
      return;
    }
    boolean started = false;
    try {
      next.start();
      started = true;
    } finally {
      if (!started) {
        thread.set(null);
      }
    }
  }

  /** Thread that takes nothing over from the application that happens to start it. */
  private static Thread thread(Runnable task) {
    var thread = new Thread(null, task, THREAD, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(IdleWatch.class.getClassLoader());
    return thread;
  }

  private void run() {
    do {
      long pause = closeExpired();
      while (!watched.isEmpty()) {
        pause(pause);
        pause = closeExpired();
      }
      thread.set(null);
    } while (!watched.isEmpty() && thread.compareAndSet(null, Thread.currentThread()));
  }

  @SuppressWarnings("ResultOfMethodCallIgnored") // an interruption would end all later pauses
  private void pause(long nanos) {
    LockSupport.parkNanos(this, Math.max(SHORTEST, nanos));
    Thread.interrupted();
  }

  /** Gives the time until the next one is due. */
  private long closeExpired() {
    long next = NOTHING;
    try {
      for (Idle each : watched) {
        next = Math.min(next, closeExpired(each));
      }
      return next;
    } catch (RuntimeException | Error e) { // also when memory is out: nobody else closes them
      return AFTER_ERROR;
    }
  }

  private long closeExpired(Idle each) {
    long next = each.closeExpired();
    if (next == NOTHING) {
      watched.remove(each);
      next = each.closeExpired();
      if (next != NOTHING) {
        watched.add(each); // idle since, and its thread may have found it watched
      }
    }
    return next;
  }
}
