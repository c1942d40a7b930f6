package org.g2cl.cmi.core;

/** State of a {@link HaService}; it only moves forward. */
public enum LifeCycle {
  /** Joining the group and receiving the registry. */
  STARTING,
  /** In the group; calls are admitted. */
  READY,
  /** Handing sessions over; new calls are refused. */
  LEAVING,
  /** Out of the group, for good. */
  STOPPED
}
