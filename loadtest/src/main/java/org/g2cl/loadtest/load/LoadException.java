package org.g2cl.loadtest.load;

/** The load could not be driven; its figures would say nothing. */
public final class LoadException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates one. */
  public LoadException(String message) {
    super(message);
  }

  /** Creates one with its cause. */
  public LoadException(String message, Throwable cause) {
    super(message, cause);
  }
}
