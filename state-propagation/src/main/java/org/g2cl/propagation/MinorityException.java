package org.g2cl.propagation;

/**
 * Refusal of a member that is not in the primary part of its group: another part may go on, and it
 * must not. Nothing was executed; the same request is to be sent to another member.
 */
public final class MinorityException extends PropagationException {
  private static final long serialVersionUID = 1L;

  /** Creates one with a message. */
  MinorityException(String message) {
    super(message);
  }
}
