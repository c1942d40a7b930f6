package org.g2cl.propagation;

/** Failure to enter a session within the time allowed, because another call holds it. */
public final class SessionBusyException extends PropagationException {
  private static final long serialVersionUID = 1L;

  /** Creates one with a message. */
  public SessionBusyException(String message) {
    super(message);
  }
}
