package org.g2cl.sample.cart;

/** Tells that there is nothing in the cart to check out. */
public final class EmptyCartException extends CartException {

  private static final long serialVersionUID = 1;

  EmptyCartException() {
    super("The cart is empty, so there is nothing to check out. Insert a product first.");
  }
}
