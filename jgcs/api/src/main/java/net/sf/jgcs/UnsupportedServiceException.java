package net.sf.jgcs;

/**
 * Failure to give the quality of service asked for.
 *
 * <p>An addition to jGCS 0.8.
 */
public class UnsupportedServiceException extends GroupException {
  private static final long serialVersionUID = 1L;

  /** Creates one without a message. */
  public UnsupportedServiceException() {
    super();
  }

  /** Creates one with a message. */
  public UnsupportedServiceException(String message) {
    super(message);
  }

  /** Creates one with a message and a cause. */
  public UnsupportedServiceException(String message, Throwable cause) {
    super(message, cause);
  }
}
