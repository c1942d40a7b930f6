package org.g2cl.simulate;

import java.util.concurrent.locks.LockSupport;

/** One wait of a fiber. */
final class Waiter {
  private final World world;
  private final Fiber fiber;
  private final Object monitor;
  private boolean signalled;
  private boolean over;
  private final Thread thread = Thread.currentThread();
  private volatile boolean granted;

  /**
   * Creates one, in the thread that is to wait.
   *
   * @param monitor that the fiber holds and gives up while it waits, or null
   */
  Waiter(World world, Fiber fiber, Object monitor) {
    this.world = world;
    this.fiber = fiber;
    this.monitor = monitor;
  }

  Fiber fiber() {
    return fiber;
  }

  /** Notes that the wait is about to end; false when that is known already. */
  boolean signal() {
    boolean first = !signalled && !over;
    signalled = true;
    return first;
  }

  /** Ends the wait, as an event; its fiber then has the turn. */
  void resume() {
    if (!over) {
      over = true;
      world.end(this);
    }
  }

  /** Hands the turn to the thread that waits, from another. */
  void grant() {
    if (monitor == null) {
      granted = true;
      LockSupport.unpark(thread);
      return;
    }
    synchronized (monitor) {
      granted = true;
      monitor.notifyAll();
    }
  }

  /** Sleeps until resumed; by the fiber, holding the monitor if there is one. */
  void sleep() {
    fiber.sleepsAs(this);
    world.pass(this);
    fiber.sleepsAs(null);
  }

  /** Waits until the turn is handed to this thread. */
  void block() {
    while (!granted) {
      doze();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the caller loops
  private void doze() {
    if (monitor == null) {
      LockSupport.park(this);
      return;
    }
    try {
      monitor.wait();
    } catch (InterruptedException e) {
      throw new AssertionError("simulated threads are interrupted by flag only", e);
    }
  }
}
