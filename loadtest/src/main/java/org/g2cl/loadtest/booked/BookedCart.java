package org.g2cl.loadtest.booked;

import jakarta.ejb.Remote;
import org.g2cl.sample.cart.Cart;

/**
 * A cart whose writes are counted once more, by the stateful bean through which it is called.
 *
 * <p>Each call runs in one transaction of both beans, so that what it changes comes or goes in
 * both.
 */
@Remote
public interface BookedCart extends Cart {
  /** What the cart has seen, and what its book has. */
  BookedAudit auditWithBook();
}
