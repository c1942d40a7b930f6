package org.g2cl.simulate;

/** Simulated thread of a machine, on a real thread that runs only when it has the turn. */
final class Fiber {
  private final World world;
  private final Machine machine;
  private final String name;
  private final Runnable body;
  private Waiter sleeping;
  private boolean interrupted;

  private Fiber(World world, Machine machine, String name, Runnable body) {
    this.body = body;
    this.world = world;
    this.machine = machine;
    this.name = name;
  }

  /** Starts one after the event that is executed now. It runs until it waits. */
  static void start(World world, Machine machine, String name, Runnable body) {
    Fiber fiber = new Fiber(world, machine, name, body);
    machine.add(fiber);
    world.start(fiber);
  }

  /**
   * Runs its body in the thread of the carrier.
   *
   * @return fiber that is to run there next, or null when the turn was given away
   */
  Fiber run(Carrier carrier) {
    world.runs(this);
    try {
      body.run();
    } catch (Killed expected) {
      // its machine has crashed
    } catch (Throwable e) { // an error of the simulated code is a finding, not the end
      machine.failed(this, e);
    } finally {
      Thread.interrupted();
      machine.remove(this);
    }
    return world.passIdle(carrier);
  }

  Machine machine() {
    return machine;
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
    boolean byThread = Thread.interrupted();
    boolean byOthers = interrupted;
    interrupted = false;
    return byThread || byOthers;
  }

  boolean isInterrupted() {
    return interrupted || Thread.currentThread().isInterrupted();
  }

  @Override
  public String toString() {
    return machine + "/" + name;
  }
}
