package org.g2cl.simulate;

import java.util.concurrent.locks.LockSupport;

/** One wait of a fiber. */
final class Waiter {
  private final World world;
  private final Fiber fiber;
  private final Object monitor;
  private boolean signalled;
  private boolean over;
  private volatile boolean granted;

  /**
   * Creates one.
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

  /** Ends the wait and hands the turn to its fiber; by the loop only. */
  void resume() {
    if (!over) {
      over = true;
      world.handTo(fiber, this::grant);
    }
  }

  private void grant() {
    if (monitor == null) {
      granted = true;
      LockSupport.unpark(fiber.thread());
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
    world.handBack();
    while (!granted) {
      doze();
    }
    fiber.sleepsAs(null);
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
