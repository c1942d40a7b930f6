package org.g2cl;

/** Refusal of a frame because its sender has another version or other settings than this member. */
final class MismatchException extends MalformedFrameException {
  private static final long serialVersionUID = 1L;

  MismatchException(String message) {
    super(message);
  }
}
