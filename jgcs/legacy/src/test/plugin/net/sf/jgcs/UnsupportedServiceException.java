package net.sf.jgcs;

public class UnsupportedServiceException extends JGCSException {
  private static final long serialVersionUID = 1L;

  public UnsupportedServiceException(String message) {
    super(message);
  }
}
