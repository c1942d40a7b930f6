package org.g2cl.jgcs.local;

/** Time of a network, and who runs its deliveries. */
interface NetworkClock {
  /** Time since an arbitrary start. */
  long nanos();

  /** Runs an event of the network at that time; events of one time run in the order of calls. */
  void at(long nanos, Runnable event);

  /** Runs a delivery, which may block and may use the network. */
  void deliver(Runnable delivery);

  /** Tells whether deliveries run in threads of their own, so that a sender may wait for them. */
  boolean concurrent();
}
