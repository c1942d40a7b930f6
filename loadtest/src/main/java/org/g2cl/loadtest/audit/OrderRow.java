package org.g2cl.loadtest.audit;

/**
 * Order in the database.
 *
 * @param orderId its number
 * @param cartId cart that it came from
 * @param sequence sequence number of the checkout
 */
public record OrderRow(long orderId, String cartId, long sequence) {}
