package org.g2cl.propagation;

/** Refusal of a call by a member that is about to leave; the client is to try another member. */
public final class LeavingException extends PropagationException {
  private static final long serialVersionUID = 1L;

  /** Creates one with a message. */
  LeavingException(String message) {
    super(message);
  }
}
