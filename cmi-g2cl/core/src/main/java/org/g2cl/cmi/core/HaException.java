package org.g2cl.cmi.core;

/** Failure to start or run the HA service; the message names the setting or member and the mend. */
public class HaException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates one with a message. */
  public HaException(String message) {
    super(message);
  }

  /** Creates one with a message and a cause. */
  public HaException(String message, Throwable cause) {
    super(message, cause);
  }
}
