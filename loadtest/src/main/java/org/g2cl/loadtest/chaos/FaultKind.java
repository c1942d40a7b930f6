package org.g2cl.loadtest.chaos;

import java.util.Locale;

/** What is done to a bed. */
public enum FaultKind {
  /** A node gets {@code kill -9} and starts again. */
  KILL("kill -9 of a node", false),
  /** The node that coordinates the group gets {@code kill -9} and starts again. */
  COORDINATOR("kill -9 of the coordinator", false),
  /** A node is halted by SIGSTOP for a while. */
  PAUSE("SIGSTOP of a node", false),
  /** The nodes fall into two parts, the smaller one less than half; clients reach both. */
  HALVES("partition into two parts", true),
  /** One node and the others do not hear each other; clients reach all. */
  ISOLATED("one node apart from the others", true),
  /** Nobody hears one node, nor does it hear anybody: as if its cable were pulled. */
  SILENT("one node cut off from everybody", true),
  /** The others do not hear one node, but it hears them. */
  ONE_WAY("one node unheard by the others", true),
  /** Two parts that do not hear each other, and one node that hears both. */
  BRIDGE("two parts with one node between", true),
  /** One node's link carries 1 Mbit/s. */
  SLOW("one node behind a slow link", true),
  /** Each node in turn leaves, ends and starts again. */
  ROLLING("rolling restart", false),
  /** All nodes but one leave and end, and start again. */
  ALL_BUT_ONE("full stop of all but one", false),
  /** One node leaves, ends, and starts again with another build; all in turn, then all back. */
  UPGRADE("exchange of a node for one of another build", false);

  private final String description;
  private final boolean needsNetwork;

  FaultKind(String description, boolean needsNetwork) {
    this.description = description;
    this.needsNetwork = needsNetwork;
  }

  /** In a few words. */
  public String description() {
    return description;
  }

  /** Whether it needs a network that can be disturbed. */
  public boolean needsNetwork() {
    return needsNetwork;
  }

  /** Whether it kills a node, whose sockets close, so that clients notice at once. */
  public boolean closesSockets() {
    return this == KILL || this == COORDINATOR;
  }

  /** Whether a node falls silent without its sockets being closed. */
  public boolean isSilent() {
    return this == PAUSE || this == SILENT;
  }

  /**
   * Whether members that live may still be suspected after its end, since they were not heard for a
   * while; nobody suspects one that has left, or whose sockets have closed, after it is back.
   */
  boolean leavesSuspicions() {
    return switch (this) {
      case KILL, COORDINATOR, ROLLING, ALL_BUT_ONE, UPGRADE -> false;
      case PAUSE, HALVES, ISOLATED, SILENT, ONE_WAY, BRIDGE, SLOW -> true;
    };
  }

  /** Name as an option has it, for instance {@code one-way}. */
  public String option() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
