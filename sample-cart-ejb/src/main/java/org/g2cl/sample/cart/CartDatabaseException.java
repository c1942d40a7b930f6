package org.g2cl.sample.cart;

/**
 * Tells that the cart's database cannot be used; the message names the URL, the user and what to
 * check.
 */
public final class CartDatabaseException extends RuntimeException {

  private static final long serialVersionUID = 1;

  CartDatabaseException(String message) {
    super(message);
  }

  CartDatabaseException(String message, Throwable cause) {
    super(message, cause);
  }
}
