package org.g2cl.propagation;

/** Failure to admit or propagate a call; the message names session and member and what to do. */
public class PropagationException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates one with a message. */
  public PropagationException(String message) {
    super(message);
  }

  /** Creates one with a message and a cause. */
  public PropagationException(String message, Throwable cause) {
    super(message, cause);
  }
}
