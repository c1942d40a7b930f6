package org.g2cl.cmi.tomee;

import java.io.InvalidObjectException;

/** Thrown when objects are nested deeper than a reader takes them. */
final class TooDeepException extends InvalidObjectException {
  private static final long serialVersionUID = 1L;

  TooDeepException() {
    super(StreamLimits.TOO_DEEP);
  }
}
