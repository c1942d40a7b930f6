package net.sf.jgcs;

public class ClosedSessionException extends JGCSException {
  private static final long serialVersionUID = 1L;

  public ClosedSessionException(String message) {
    super(message);
  }
}
