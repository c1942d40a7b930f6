package org.g2cl;

/**
 * Answer of a member that has not received its state yet. It will have the effects of the request
 * when it has: from the state, or by handling the request then.
 */
public class StateNotReadyException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /** Creates one with a message. */
  public StateNotReadyException(String message) {
    super(message);
  }
}
