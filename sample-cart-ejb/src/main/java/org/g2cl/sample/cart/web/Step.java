package org.g2cl.sample.cart.web;

/** One step of the scripted shopper: exactly one call of the cart. */
record Step(Kind kind, int article, int quantity) {

  enum Kind {
    OPEN("open"),
    INSERT("insert"),
    UPDATE("update"),
    READ("read"),
    REMOVE("remove"),
    CHECKOUT("checkout");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }
}
