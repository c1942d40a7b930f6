package org.g2cl.sample.cart;

import java.io.Serializable;

/**
 * The answer to a checkout.
 *
 * @param orderNumber the key of the row in the table of orders
 * @param totalCents the price of all lines, in cents
 */
public record OrderReceipt(long orderNumber, long totalCents) implements Serializable {}
