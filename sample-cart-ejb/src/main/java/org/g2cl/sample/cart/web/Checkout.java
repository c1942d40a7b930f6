package org.g2cl.sample.cart.web;

/** A checkout that was acknowledged to the web tier. */
record Checkout(long sequence, long orderNumber) {}
