package org.g2cl.sample.jonas.bean;

/** Refusal to order nothing. */
public class EmptyCartException extends Exception {
  private static final long serialVersionUID = 1;

  /** Creates one. */
  public EmptyCartException() {
    super("the cart is empty");
  }
}
