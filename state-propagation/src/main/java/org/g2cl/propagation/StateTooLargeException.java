package org.g2cl.propagation;

/**
 * Failure of a call whose state is over the limit of {@link PropagationSettings#maxStateBytes()}.
 */
public final class StateTooLargeException extends PropagationException {
  private static final long serialVersionUID = 1L;

  /** Creates one with a message. */
  public StateTooLargeException(String message) {
    super(message);
  }
}
