package org.g2cl.propagation;

/** A state that was put away cannot be read. */
final class UnreadableStateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean gone;

  /**
   * Creates one.
   *
   * @param gone true when it will never be read again; false when that may have passed soon
   */
  UnreadableStateException(String message, boolean gone, Throwable cause) {
    super(message, cause);
    this.gone = gone;
  }

  boolean isGone() {
    return gone;
  }
}
