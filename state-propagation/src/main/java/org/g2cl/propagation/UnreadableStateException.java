package org.g2cl.propagation;

/** A state that was put away cannot be read any more. */
final class UnreadableStateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadableStateException(String message, Throwable cause) {
    super(message, cause);
  }
}
