package org.g2cl.sample.tomee.beans;

/** An application exception. */
public class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super(message);
  }
}
