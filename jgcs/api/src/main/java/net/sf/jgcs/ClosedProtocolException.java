package net.sf.jgcs;

/** Failure of an operation on a protocol that is closed. */
public class ClosedProtocolException extends GroupException {
  private static final long serialVersionUID = 1L;

  /** Creates one without a message. */
  public ClosedProtocolException() {
    super();
  }

  /** Creates one with a message. */
  public ClosedProtocolException(String message) {
    super(message);
  }

  /** Creates one with a message and a cause. */
  public ClosedProtocolException(String message, Throwable cause) {
    super(message, cause);
  }
}
