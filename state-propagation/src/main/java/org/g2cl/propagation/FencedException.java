package org.g2cl.propagation;

/**
 * Failure of a call whose member no longer owns the session.
 *
 * <p>The call must be rolled back and the same request retried: the new owner answers it from the
 * stored reply when a backup had the update before the take-over, else executes it.
 */
public final class FencedException extends PropagationException {
  private static final long serialVersionUID = 1L;

  /** Creates one with a message. */
  public FencedException(String message) {
    super(message);
  }
}
