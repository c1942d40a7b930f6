package net.sf.jgcs;

/** Failure of an operation that the state of the session forbids, such as joining twice. */
public class InvalidStateException extends GroupException {
  private static final long serialVersionUID = 1L;

  /** Creates one without a message. */
  public InvalidStateException() {
    super();
  }

  /** Creates one with a message. */
  public InvalidStateException(String message) {
    super(message);
  }

  /** Creates one with a message and a cause. */
  public InvalidStateException(String message, Throwable cause) {
    super(message, cause);
  }
}
