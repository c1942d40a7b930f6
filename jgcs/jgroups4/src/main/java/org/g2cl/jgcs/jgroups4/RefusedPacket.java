package org.g2cl.jgcs.jgroups4;

/** Refusal of what a packet holds or announces: whoever reaches the port can send it. */
final class RefusedPacket extends RuntimeException {
  private static final long serialVersionUID = 1;

  RefusedPacket(String reason) {
    super(reason);
  }

  /** Refusal of what cannot be read. */
  RefusedPacket(Throwable cause) {
    super(cause.toString(), cause);
  }
}
