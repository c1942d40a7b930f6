package org.g2cl.cmi.jonas;

import org.ow2.cmi.ha.ReplicationException;

/** A state or response is over its limit. */
final class TooLargeException extends ReplicationException {
  private static final long serialVersionUID = 1L;

  private final String what;

  /**
   * Creates one.
   *
   * @param what is too large, the same for all sizes
   */
  TooLargeException(String what, String message) {
    super(message);
    this.what = what;
  }

  String what() {
    return what;
  }
}
