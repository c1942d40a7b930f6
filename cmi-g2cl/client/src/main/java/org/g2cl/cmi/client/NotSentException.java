package org.g2cl.cmi.client;

import java.io.IOException;

/** Failure before a server got anything of the request. */
final class NotSentException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean hurried;

  NotSentException(String message, Throwable cause) {
    this(message, cause, false);
  }

  private NotSentException(String message, Throwable cause, boolean hurried) {
    super(message, cause);
    this.hurried = hurried;
  }

  /** The server was given less time than it may take, so that this does not tell of a failure. */
  static NotSentException hurried(NotSentException late) {
    return new NotSentException(late.getMessage(), late.getCause(), true);
  }

  /** As {@link #hurried(NotSentException)}, where the time was over before anything was sent. */
  static NotSentException hurried(String message) {
    return new NotSentException(message, null, true);
  }

  /** Tells whether the server has failed, rather than been given less time than it may take. */
  boolean isFailure() {
    return !hurried;
  }
}
