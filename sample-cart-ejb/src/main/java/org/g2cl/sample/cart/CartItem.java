package org.g2cl.sample.cart;

import java.io.Serializable;

/**
 * One line of a cart: an article at the price it had when it was put in, and how many of it.
 *
 * @param unitPriceCents the price of one piece, in cents
 * @param quantity pieces, 1 to {@value Cart#MAX_QUANTITY}
 */
public record CartItem(String productId, String name, long unitPriceCents, int quantity)
    implements Serializable {

  /** The price of the whole line, in cents. */
  public long totalCents() {
    return unitPriceCents * quantity;
  }
}
