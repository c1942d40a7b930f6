package org.g2cl.propagation;

/** Failure to read a frame that does not follow the format. */
final class MalformedFrameException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedFrameException(String message) {
    super(message);
  }
}
