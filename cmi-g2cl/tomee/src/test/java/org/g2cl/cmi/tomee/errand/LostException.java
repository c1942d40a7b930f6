package org.g2cl.cmi.tomee.errand;

public class LostException extends Exception {
  private static final long serialVersionUID = 1L;

  public LostException(String message) {
    super(message);
  }
}
