package org.g2cl.simulate;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Real thread that runs one {@link Fiber} after another, and ends when it had none for long. */
final class Carrier {
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final long LIFE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long STACK_BYTES = 512 << 10;
  private static final Deque<Carrier> IDLE = new ConcurrentLinkedDeque<>();

  private final Thread thread =
      new Thread(null, this::work, "fiber-" + COUNT.incrementAndGet(), STACK_BYTES);
  private volatile Fiber next;

  private Carrier() {
    thread.setDaemon(true);
    thread.start();
  }

  /** One that runs no fiber. */
  static Carrier idle() {
    Carrier carrier = IDLE.poll();
    return carrier == null ? new Carrier() : carrier;
  }

  /** Says that it may get a fiber again; just before it gives the turn away. */
  void rest() {
    IDLE.push(this);
  }

  /** Hands the turn to a fiber on this thread. */
  void run(Fiber fiber) {
    next = fiber;
    LockSupport.unpark(thread);
  }

  private void work() {
    while (awaitNext()) {
      Fiber fiber = next;
      next = null;
      while (fiber != null) {
        fiber = fiber.run(this);
      }
    }
  }

  private boolean awaitNext() {
    while (next == null) {
      long begin = System.nanoTime();
      LockSupport.parkNanos(this, LIFE_NANOS);
      boolean old = System.nanoTime() - begin >= LIFE_NANOS;
      if (next == null && old && IDLE.remove(this)) {
        return false;
      }
    }
    return true;
  }
}
