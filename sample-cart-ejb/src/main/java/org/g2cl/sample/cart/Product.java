package org.g2cl.sample.cart;

import java.io.Serializable;

/**
 * An article of the catalogue.
 *
 * @param id the key, such as {@code P-001}
 * @param name what a person reads
 * @param unitPriceCents the price of one piece, in cents
 */
public record Product(String id, String name, long unitPriceCents) implements Serializable {}
