package org.g2cl.cmi.tomee.shop;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Holds a method of the bean until the test lets it go on. */
public final class Gate {
  private static final Semaphore ENTERED = new Semaphore(0);
  private static final Semaphore OPEN = new Semaphore(0);

  private Gate() {}

  /** Called by a method of a bean. */
  public static void await() {
    ENTERED.release();
    acquire(OPEN);
  }

  /** Waits until a method stands before the gate. */
  public static void awaitVisitor() {
    acquire(ENTERED);
  }

  /** Lets one method go on. */
  public static void open() {
    OPEN.release();
  }

  private static void acquire(Semaphore permit) {
    try {
      if (!permit.tryAcquire(20, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody came to the gate within 20 s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
