package net.sf.jgcs;

public class NotJoinedException extends JGCSException {
  private static final long serialVersionUID = 1L;

  public NotJoinedException(String message) {
    super(message);
  }
}
