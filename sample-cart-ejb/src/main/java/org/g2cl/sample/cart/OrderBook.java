package org.g2cl.sample.cart;

import jakarta.ejb.Local;
import java.util.List;

/** Writes orders, for beans of the same server. */
@Local
public interface OrderBook {

  /**
   * Writes one order and its lines in the caller's transaction and returns the order's number.
   *
   * @throws OrderNotWrittenException if the database refused; the transaction will be rolled back
   */
  long write(String cartId, long sequence, List<CartItem> items) throws OrderNotWrittenException;
}
