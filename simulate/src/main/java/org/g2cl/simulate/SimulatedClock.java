package org.g2cl.simulate;

import java.util.function.Function;
import org.g2cl.jgcs.local.NetworkClock;

/** The world's time for a simulated network. */
final class SimulatedClock implements NetworkClock {
  private final World world;
  private final Function<String, Machine> machines;
  private final Machine machine;

  /**
   * Creates one.
   *
   * @param machines by the name of their member
   */
  SimulatedClock(World world, Function<String, Machine> machines) {
    this(world, machines, null);
  }

  private SimulatedClock(World world, Function<String, Machine> machines, Machine machine) {
    this.world = world;
    this.machines = machines;
    this.machine = machine;
  }

  @Override
  public NetworkClock of(String memberName) {
    return new SimulatedClock(world, machines, machines.apply(memberName));
  }

  @Override
  public long nanos() {
    return world.now();
  }

  @Override
  public void at(long nanos, Runnable event) {
    world.at(nanos, null, event);
  }

  @Override
  public void deliver(Runnable delivery) {
    world.at(world.now(), machine, delivery);
  }

  @Override
  public boolean concurrent() {
    return false;
  }
}
