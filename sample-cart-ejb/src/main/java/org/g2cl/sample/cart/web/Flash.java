package org.g2cl.sample.cart.web;

/** A message that the next page shows once. */
record Flash(Kind kind, String message) {

  enum Kind {
    DONE,
    ORDER,
    ERROR
  }
}
