package org.g2cl.sample.cart;

/**
 * One row of the table of orders. Nothing in the table forbids two rows of the same cart and
 * sequence, so an order written twice can be seen.
 */
public record WrittenOrder(long orderId, String cartId, long sequence, long totalCents) {}
