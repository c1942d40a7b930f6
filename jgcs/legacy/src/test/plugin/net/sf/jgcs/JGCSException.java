package net.sf.jgcs;

public class JGCSException extends java.io.IOException {
  private static final long serialVersionUID = 1L;

  public JGCSException(String message) {
    super(message);
  }
}
