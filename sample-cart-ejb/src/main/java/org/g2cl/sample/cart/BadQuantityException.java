package org.g2cl.sample.cart;

/** Tells that a quantity is not within 1 to {@value Cart#MAX_QUANTITY}. */
public final class BadQuantityException extends CartException {

  private static final long serialVersionUID = 1;

  BadQuantityException(int quantity) {
    super(
        "A quantity of "
            + quantity
            + " is not possible. Choose 1 to "
            + Cart.MAX_QUANTITY
            + " pieces of a product.");
  }
}
