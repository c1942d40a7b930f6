package org.g2cl.jgcs.jgroups;

/** Refusal of what a packet holds or announces: whoever reaches the port can send it. */
final class RefusedPacket extends RuntimeException {
  private static final long serialVersionUID = 1;

  RefusedPacket(String reason) {
    super(reason);
  }
}
