/**
 * The shopping cart: a stateful session bean in plain Jakarta EE, its catalogue, its orders and its
 * database.
 *
 * <p>Nothing here knows of replication. The cart keeps a journal of the writes it has seen, so that
 * lost and repeated updates can be counted from the cart itself.
 */
package org.g2cl.sample.cart;
