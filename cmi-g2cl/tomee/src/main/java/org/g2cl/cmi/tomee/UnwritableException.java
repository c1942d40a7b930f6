package org.g2cl.cmi.tomee;

/**
 * Thrown when a state or a result cannot be written; the message says which part of it, and what to
 * do. Without a cause: clients show the innermost message, and may not have its class.
 */
final class UnwritableException extends Exception {
  private static final long serialVersionUID = 1L;

  UnwritableException(String message) {
    super(message);
  }
}
