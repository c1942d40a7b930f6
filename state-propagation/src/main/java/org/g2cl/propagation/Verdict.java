package org.g2cl.propagation;

/** A member's answer to a message about a session; the order is that of the wire. */
enum Verdict {
  /** Done, or done before. */
  ACK,
  /** Refused: a higher epoch is known here. */
  STALE,
  /** The base of the change is not here; send the whole content. */
  NEED_COPY,
  /** Refused: the sender was put out of the group. */
  STRANGER
}
