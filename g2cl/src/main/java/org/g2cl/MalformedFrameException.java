package org.g2cl;

/** Says what is wrong with received bytes; without a stack trace, since anybody can cause many. */
class MalformedFrameException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedFrameException(String message) {
    super(message, null, false, false);
  }
}
