package org.g2cl.sample.cart;

/** Tells that a cart has {@value Cart#MAX_LINES} lines and takes no further article. */
public final class CartFullException extends CartException {

  private static final long serialVersionUID = 1;

  CartFullException() {
    super("The cart is full: it holds " + Cart.MAX_LINES + " products. Check out or remove one.");
  }
}
