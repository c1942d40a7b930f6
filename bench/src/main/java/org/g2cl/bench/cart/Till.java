package org.g2cl.bench.cart;

import jakarta.ejb.Singleton;

/** Bean that is injected into the cart, as its catalogue and order book are. */
@Singleton
public class Till {
  /** Price of a product. */
  public long price(int product) {
    return 100L * product;
  }
}
