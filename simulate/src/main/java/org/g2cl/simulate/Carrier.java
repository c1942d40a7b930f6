package org.g2cl.simulate;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Real thread that runs one {@link Fiber} after another until it is ended. */
final class Carrier {
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final long STACK_BYTES = 512 << 10;

  private final Thread thread =
      new Thread(null, this::work, "fiber-" + COUNT.incrementAndGet(), STACK_BYTES);
  private volatile Fiber next;
  private volatile boolean ended;

  Carrier() {
    thread.setDaemon(true);
    thread.start();
  }

  /** Hands the turn to a fiber on this thread. */
  void run(Fiber fiber) {
    next = fiber;
    LockSupport.unpark(thread);
  }

  /** Ends the thread; while it runs no fiber. */
  void end() {
    ended = true;
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
    while (next == null && !ended) {
      LockSupport.park(this);
    }
    return next != null;
  }
}
