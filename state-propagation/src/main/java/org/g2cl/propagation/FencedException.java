package org.g2cl.propagation;

/** Failure of a call whose member no longer owns the session; the call took no effect. */
public final class FencedException extends PropagationException {
  private static final long serialVersionUID = 1L;

  /** Creates one with a message. */
  public FencedException(String message) {
    super(message);
  }
}
