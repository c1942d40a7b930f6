package org.g2cl.simulate;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Simulated thread of a machine, on a real thread that runs only when it has the turn. */
final class Fiber {
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final ExecutorService CARRIERS =
      Executors.newCachedThreadPool(
          body -> {
            Thread thread = new Thread(null, body, "fiber-" + COUNT.incrementAndGet(), 512 << 10);
            thread.setDaemon(true);
            return thread;
          });

  private final World world;
  private final Machine machine;
  private final String name;
  private volatile Thread thread;
  private Waiter sleeping;
  private boolean interrupted;

  private Fiber(World world, Machine machine, String name) {
    this.world = world;
    this.machine = machine;
    this.name = name;
  }

  /** Starts one; by the loop only. It runs at once, until it waits. */
  static void start(World world, Machine machine, String name, Runnable body) {
    Fiber fiber = new Fiber(world, machine, name);
    machine.add(fiber);
    world.handTo(fiber, () -> CARRIERS.execute(() -> fiber.run(body)));
  }

  private void run(Runnable body) {
    thread = Thread.currentThread();
    try {
      body.run();
    } catch (Killed expected) {
      // its machine has crashed
    } catch (Throwable e) { // an error of the simulated code is a finding, not the end
      machine.failed(this, e);
    } finally {
      Thread.interrupted();
      machine.remove(this);
      world.handBack();
    }
  }

  Machine machine() {
    return machine;
  }

  Thread thread() {
    return thread;
  }

  void sleepsAs(Waiter waiter) {
    sleeping = waiter;
  }

  /** What it waits for, or null. */
  Waiter sleeping() {
    return sleeping;
  }

  void interrupt() {
    interrupted = true;
    if (sleeping != null) {
      world.wakeSoon(sleeping);
    }
  }

  /** Tells whether it was interrupted, and forgets it. */
  boolean takeInterrupt() {
    boolean flag = Thread.interrupted() | interrupted;
    interrupted = false;
    return flag;
  }

  boolean isInterrupted() {
    return interrupted || Thread.currentThread().isInterrupted();
  }

  @Override
  public String toString() {
    return machine + "/" + name;
  }
}
