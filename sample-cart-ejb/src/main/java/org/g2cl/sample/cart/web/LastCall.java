package org.g2cl.sample.cart.web;

/** A call of the business tier and how long it took. */
record LastCall(String kind, long nanos) {

  /** In tenths of a millisecond's precision. */
  String millis() {
    long tenths = (nanos + 50_000) / 100_000;
    return tenths / 10 + "." + tenths % 10;
  }
}
