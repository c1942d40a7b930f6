package org.g2cl.cmi.core;

/**
 * State of a {@link HaService}; but for {@link #AWAY} it only moves forward. {@link #UNKNOWN} is
 * only read of others.
 */
public enum LifeCycle {
  /** Joining the group and receiving the registry. */
  STARTING,
  /** In the group; calls are admitted. */
  READY,
  /**
   * Put out of the group, and trying to join it again; calls are refused, {@link #READY} is next.
   */
  AWAY,
  /** Handing sessions over; new calls are refused. */
  LEAVING,
  /** Out of the group, for good. */
  STOPPED,
  /** Another node tells a state that this release does not know, as one of a later release may. */
  UNKNOWN;

  /** State of that name; unknown when there is none. */
  static LifeCycle named(String name) {
    for (LifeCycle known : values()) {
      if (known.name().equals(name)) {
        return known;
      }
    }
    return UNKNOWN;
  }
}
