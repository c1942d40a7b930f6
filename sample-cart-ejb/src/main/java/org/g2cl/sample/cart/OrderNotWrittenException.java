package org.g2cl.sample.cart;

import jakarta.ejb.ApplicationException;

/**
 * Tells that the database refused an order; the transaction is rolled back, the cart is as it was.
 */
@ApplicationException(rollback = true)
public final class OrderNotWrittenException extends CartException {

  private static final long serialVersionUID = 1;

  OrderNotWrittenException(String reason) {
    super("The order could not be written (" + reason + "). The cart is unchanged; try again.");
  }
}
