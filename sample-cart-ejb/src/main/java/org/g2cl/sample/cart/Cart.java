package org.g2cl.sample.cart;

import jakarta.ejb.Remote;
import java.util.List;

/**
 * A shopping cart that lives on the business tier, one bean instance for each shopper.
 *
 * <p>Each write carries a sequence number of the caller's: 1 for the cart's first write, then one
 * more for each. The cart does not refuse a number that is repeated or skipped, it counts it (see
 * {@link #audit()}), so that a caller who kept count can tell afterwards whether a write was lost
 * or ran twice.
 *
 * <p>A {@link CartException} means that the write was refused and the cart is as it was. A system
 * exception ({@code EJBException}) leaves open whether the write took place.
 */
@Remote
public interface Cart {

  /** The largest number of different articles in one cart. */
  int MAX_LINES = 100;

  /** The largest number of pieces of one article. */
  int MAX_QUANTITY = 999;

  /** The cart's own identity, a UUID made when the cart was created. */
  String id();

  /**
   * Puts pieces of an article into the cart, beside those that are there; returns the number of
   * lines after it.
   *
   * @throws UnknownProductException if the catalogue has no such article
   * @throws BadQuantityException if the quantity, or the sum, is not within 1 to {@value
   *     #MAX_QUANTITY}
   * @throws CartFullException if the cart has {@value #MAX_LINES} lines
   */
  int insert(long sequence, String productId, int quantity) throws CartException;

  /**
   * Sets the quantity of an article that is in the cart; returns the number of lines.
   *
   * @throws UnknownProductException if the cart has no such article
   * @throws BadQuantityException if the quantity is not within 1 to {@value #MAX_QUANTITY}
   */
  int update(long sequence, String productId, int quantity) throws CartException;

  /**
   * Takes an article out of the cart; returns the number of lines after it.
   *
   * @throws UnknownProductException if the cart has no such article
   */
  int remove(long sequence, String productId) throws CartException;

  /** The lines in the order in which they came; empty if there are none. */
  List<CartItem> contents();

  /** The price of all lines, in cents. */
  long totalCents();

  /**
   * Writes the cart as an order to the database, in one transaction, and empties the cart.
   *
   * @throws EmptyCartException if the cart has no line
   * @throws OrderNotWrittenException if the database refused; nothing was written and the cart is
   *     as it was
   */
  OrderReceipt checkOut(long sequence) throws CartException;

  /** What the cart has seen. */
  CartAudit audit();

  /** Ends the cart. The reference is of no use afterwards. */
  void close();
}
