package org.g2cl.jgcs.local;

/**
 * Time of a network, and who runs its deliveries.
 *
 * <p>A simulation gives one to {@link LocalNetwork#simulated(long, NetworkClock)}.
 */
public interface NetworkClock {
  /** Clock for the deliveries to one member; a simulation may tell members apart. */
  default NetworkClock of(String memberName) {
    return this;
  }

  /** Time since an arbitrary start. */
  long nanos();

  /** Runs an event of the network at that time; events of one time run in the order of calls. */
  void at(long nanos, Runnable event);

  /** Runs a delivery, which may block and may use the network. */
  void deliver(Runnable delivery);

  /** Tells whether deliveries run in threads of their own, so that a sender may wait for them. */
  boolean concurrent();
}
