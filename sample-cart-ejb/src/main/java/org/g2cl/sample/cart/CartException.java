package org.g2cl.sample.cart;

/**
 * Tells that the cart refused a request and is as it was before; the message is a sentence for the
 * shopper.
 */
public abstract class CartException extends Exception {

  private static final long serialVersionUID = 1;

  CartException(String message) {
    super(message);
  }
}
