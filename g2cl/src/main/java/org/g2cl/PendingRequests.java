package org.g2cl;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * Requests that wait for responses, bounded and without locks.
 *
 * <p>The low bits of a correlation id are the slot of its request, so nothing is hashed or boxed.
 * Deadlines are looked after by one sweep over the slots every 50 ms, only while futures wait: a
 * call pays for no timer of its own.
 */
final class PendingRequests {
  static final int CAPACITY = 8192;

  private static final int SWEEP_MILLIS = 50;
  private static final int FIRST_ID_BOUND = 1 << 20;

  /**
   * Not the JDK's delayed executor: with two processors that starts a thread for each hand-over.
   */
  private static final ScheduledExecutorService TIMER =
      Executors.newSingleThreadScheduledExecutor(PendingRequests::timerThread);

  private final AtomicReferenceArray<PendingRequest<?>> slots =
      new AtomicReferenceArray<>(CAPACITY);

  /** Starts anywhere, so that a late reply to an earlier process does not meet a new request. */
  private final AtomicLong ids =
      new AtomicLong(ThreadLocalRandom.current().nextInt(FIRST_ID_BOUND));

  private final AtomicBoolean sweeping = new AtomicBoolean();

  /** Takes a request in and gives it its id; false when no slot is free. */
  boolean add(PendingRequest<?> request) {
    for (int i = 0; i < CAPACITY; i++) {
      long id = ids.incrementAndGet();
      request.id(id);
      if (slots.compareAndSet(slot(id), null, request)) {
        return true;
      }
    }
    return false;
  }

  /** Request of that id, or null when it ended or never was. */
  PendingRequest<?> get(long id) {
    PendingRequest<?> request = slots.get(slot(id));
    return request != null && request.id() == id ? request : null;
  }

  void remove(PendingRequest<?> request) {
    slots.compareAndSet(slot(request.id()), request, null);
  }

  void forEach(Consumer<PendingRequest<?>> action) {
    for (int i = 0; i < CAPACITY; i++) {
      PendingRequest<?> request = slots.get(i);
      if (request != null) {
        action.accept(request);
      }
    }
  }

  /** Sees to it that requests without a waiting thread end at their deadline. */
  void watchDeadlines() {
    if (!sweeping.get() && sweeping.compareAndSet(false, true)) {
      sweepLater();
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // sweeping cannot fail
  private void sweepLater() {
    TIMER.schedule(this::sweep, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static Thread timerThread(Runnable task) {
    var thread = new Thread(task, "g2cl-deadlines");
    thread.setDaemon(true);
    return thread;
  }

  private void sweep() {
    long now = System.nanoTime();
    boolean[] waiting = {false};
    forEach(
        request -> {
          if (request.late(now)) {
            request.expire();
          } else {
            waiting[0] = true;
          }
        });
    if (waiting[0]) {
      sweepLater();
      return;
    }
    sweeping.set(false);
    forEach(request -> watchDeadlines());
  }

  private static int slot(long id) {
    return (int) id & (CAPACITY - 1);
  }
}
