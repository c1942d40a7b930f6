package org.g2cl.bench.cart;

import java.io.Serializable;

/** Line of the cart. */
record Line(String product, String name, long cents, int quantity) implements Serializable {}
