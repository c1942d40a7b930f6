package org.g2cl.cmi.client;

import java.io.IOException;

/** Failure before a server got anything of the request. */
final class NotSentException extends IOException {
  private static final long serialVersionUID = 1L;

  NotSentException(String message, Throwable cause) {
    super(message, cause);
  }
}
