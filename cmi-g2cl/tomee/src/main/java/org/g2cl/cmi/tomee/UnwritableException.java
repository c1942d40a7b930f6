package org.g2cl.cmi.tomee;

/**
 * Thrown when a state or a result cannot be written; the message says which part of it, and what to
 * do. Without a cause: clients show the innermost message, and may not have its class.
 */
final class UnwritableException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean onlyForNow;

  UnwritableException(String message) {
    this(message, false);
  }

  private UnwritableException(String message, boolean onlyForNow) {
    super(message);
    this.onlyForNow = onlyForNow;
  }

  /** Of what can be written later. */
  static UnwritableException forNow(String message) {
    return new UnwritableException(message, true);
  }

  /** Whether the same can be written later, so that the call is to be made again. */
  boolean isOnlyForNow() {
    return onlyForNow;
  }
}
