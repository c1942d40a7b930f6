package net.sf.jgcs;

/** Failure of an operation on a session that is closed. */
public class ClosedSessionException extends GroupException {
  private static final long serialVersionUID = 1L;

  /** Creates one without a message. */
  public ClosedSessionException() {
    super();
  }

  /** Creates one with a message. */
  public ClosedSessionException(String message) {
    super(message);
  }

  /** Creates one with a message and a cause. */
  public ClosedSessionException(String message, Throwable cause) {
    super(message, cause);
  }
}
