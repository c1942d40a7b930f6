package net.sf.jgcs;

import java.io.IOException;

/** Failure of a group communication operation; the message says which and what to do. */
public class GroupException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Creates one without a message. */
  public GroupException() {
    super();
  }

  /** Creates one with a message. */
  public GroupException(String message) {
    super(message);
  }

  /** Creates one with a message and a cause. */
  public GroupException(String message, Throwable cause) {
    super(message, cause);
  }
}
