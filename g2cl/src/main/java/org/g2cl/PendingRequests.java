package org.g2cl;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * Requests that wait for responses, bounded; to begin and to end one takes no lock.
 *
 * <p>The low bits of a correlation id are the slot of its request, so nothing is hashed or boxed.
 * Deadlines are looked after by one sweep over the slots every 50 ms, only while futures wait: a
 * call pays for no timer of its own.
 */
final class PendingRequests {
  static final int CAPACITY = 8192;

  private static final Duration SWEEP_TIME = Duration.ofMillis(50);
  private static final int FIRST_ID_BOUND = 1 << 20;

  private final Scheduler scheduler;
  private final AtomicReferenceArray<PendingRequest<?>> slots =
      new AtomicReferenceArray<>(CAPACITY);

  /** Starts anywhere, so that a late reply to an earlier process does not meet a new request. */
  private final AtomicLong ids;

  /** Requests with lower ids have ended, so that nobody looks at all slots. */
  private final AtomicLong oldest;

  /** Guards the beginning and the end of sweeps. */
  private final Object sweeps = new Object();

  private volatile boolean sweeping;

  PendingRequests(Scheduler scheduler) {
    this.scheduler = scheduler;
    this.ids = new AtomicLong(Math.floorMod(scheduler.nextLong(), FIRST_ID_BOUND));
    this.oldest = new AtomicLong(ids.get());
  }

  long nanoTime() {
    return scheduler.nanoTime();
  }

  /** Takes a request in and gives it its id; false when no slot is free. */
  boolean add(PendingRequest<?> request) {
    for (int i = 0; i < CAPACITY; i++) {
      long id = ids.incrementAndGet();
      request.id(id);
      if (slots.compareAndSet(slot(id), null, request)) {
        if (id < oldest.get()) { // overtaken by a sweep since it has its id
          oldest.accumulateAndGet(id, Math::min);
        }
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
    long last = ids.get();
    for (long id = Math.max(first(), last - CAPACITY + 1); id <= last; id++) {
      PendingRequest<?> request = slots.get(slot(id));
      if (request != null) {
        action.accept(request);
      }
    }
  }

  /** Does it with each, also with the others after an error with one, as when memory is out. */
  void forEachOnItsOwn(Consumer<PendingRequest<?>> action) {
    forEach(request -> isDone(request, action));
  }

  private boolean isDone(PendingRequest<?> request, Consumer<PendingRequest<?>> action) {
    try {
      action.accept(request);
      return true;
    } catch (VirtualMachineError e) {
      scheduler.caught(e);
      return false;
    }
  }

  /** Where a look begins; not between the two steps of a move. */
  private synchronized long first() {
    return oldest.get();
  }

  /**
   * Moves {@link #oldest} on to the first request that waits. Whoever got an id before and puts its
   * request in later either sees the new value, or is seen by the second look; who has put in one
   * that is older than the old value meanwhile keeps it from being moved.
   */
  private void moveOn() {
    long before = oldest.get();
    long[] first = {ids.get() + 1};
    forEach(request -> first[0] = Math.min(first[0], request.id()));
    moveOn(before, first[0]);
  }

  private synchronized void moveOn(long before, long first) {
    if (!oldest.compareAndSet(before, first)) {
      return;
    }
    for (long id = Math.max(before, first - CAPACITY); id < first; id++) {
      PendingRequest<?> request = slots.get(slot(id));
      if (request != null) {
        oldest.accumulateAndGet(request.id(), Math::min);
      }
    }
  }

  /**
   * Sees to it that requests without a waiting thread end at their deadline.
   *
   * @throws OutOfMemoryError when there can be no thread for that just now
   */
  void watchDeadlines() {
    if (!sweeping) {
      beginSweeps();
    }
  }

  /** Whoever finds that there are sweeps already knows that the first one is queued. */
  private void beginSweeps() {
    synchronized (sweeps) {
      if (!sweeping) {
        sweepLater();
        sweeping = true;
      }
    }
  }

  private void endSweeps() {
    synchronized (sweeps) {
      sweeping = false;
    }
  }

  private void sweepLater() {
    scheduler.later(SWEEP_TIME, this::sweep);
  }

  private void sweep() {
    boolean goesOn = false;
    try {
      goesOn = sweepOnce();
    } finally { // or after an error no request would end at its deadline any more
      if (!goesOn) {
        endSweeps();
        forEach(request -> watchDeadlines());
      }
    }
  }

  /** Whether there will be another sweep, since there is something to wait for. */
  private boolean sweepOnce() {
    boolean waiting = expireLate();
    moveOn();
    if (waiting) {
      sweepLater();
    }
    return waiting;
  }

  /** Ends what is late; true when others wait, or one that an error kept from ending. */
  private boolean expireLate() {
    long now = scheduler.nanoTime();
    boolean[] waiting = {false};
    forEach(
        request -> {
          if (!request.late(now) || !isDone(request, PendingRequest::expire)) {
            waiting[0] = true;
          }
        });
    return waiting[0];
  }

  private static int slot(long id) {
    return (int) id & (CAPACITY - 1);
  }
}
