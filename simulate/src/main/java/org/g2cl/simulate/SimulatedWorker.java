package org.g2cl.simulate;

import java.util.ArrayDeque;
import java.util.Queue;
import org.g2cl.Scheduler;

/** Worker on a thread of a simulated machine. */
final class SimulatedWorker implements Scheduler.Worker {
  private final World world;
  private final Machine machine;
  private final String name;
  private final int capacity;
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private Fiber fiber;
  private boolean busy;
  private boolean closed;

  SimulatedWorker(World world, Machine machine, String name, int capacity) {
    this.world = world;
    this.machine = machine;
    this.name = name;
    this.capacity = capacity;
  }

  @Override
  public boolean offer(Runnable task) {
    if (closed || tasks.size() >= capacity) {
      return false;
    }
    tasks.add(task);
    if (!busy) {
      busy = true;
      machine.start(name, this::drain);
    }
    return true;
  }

  private void drain() {
    fiber = world.running();
    try {
      for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
        task.run();
      }
    } finally {
      fiber = null;
      busy = false;
    }
  }

  @Override
  public void close() {
    closed = true;
    tasks.clear();
    if (fiber != null) {
      fiber.interrupt();
    }
  }
}
