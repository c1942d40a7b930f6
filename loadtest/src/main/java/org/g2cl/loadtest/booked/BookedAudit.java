package org.g2cl.loadtest.booked;

import java.io.Serializable;
import org.g2cl.sample.cart.CartAudit;

/**
 * What a cart and its book have seen of the cart's writes.
 *
 * @param lastBooked sequence number of the write that was booked last, 0 before the first
 * @param writesBooked writes that were booked
 */
public record BookedAudit(CartAudit cart, long lastBooked, long writesBooked)
    implements Serializable {}
