package org.g2cl.bench.cart;

import jakarta.ejb.Remote;

/** Remote view of the cart. */
@Remote
public interface Cart {
  /** Sets the quantity of a line, 0 to 9 or as many as there are; returns the number of lines. */
  int update(int line, int quantity);
}
