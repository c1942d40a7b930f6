package org.g2cl.cmi.tomee.shop;

public class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  public RefusedException(String message) {
    super(message);
  }
}
