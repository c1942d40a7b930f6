package org.g2cl.propagation;

/**
 * Failure to serve a session that another member serves, or may know; the client is to try there.
 */
public final class ElsewhereException extends PropagationException {
  private static final long serialVersionUID = 1L;

  /** Creates one with a message. */
  ElsewhereException(String message) {
    super(message);
  }
}
