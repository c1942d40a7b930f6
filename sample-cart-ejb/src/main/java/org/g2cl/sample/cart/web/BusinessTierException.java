package org.g2cl.sample.cart.web;

/** Tells that a call to the business tier failed, so that it is open whether it took place. */
final class BusinessTierException extends Exception {

  private static final long serialVersionUID = 1;

  private final boolean cartGone;

  BusinessTierException(String what, Throwable cause, boolean cartGone) {
    super(what + ": " + rootMessage(cause), cause);
    this.cartGone = cartGone;
  }

  /** Whether no server knows the cart any more, so that only a new one helps. */
  boolean cartGone() {
    return cartGone;
  }

  private static String rootMessage(Throwable cause) {
    Throwable root = cause;
    for (int depth = 0; root.getCause() != null && depth < 20; depth++) {
      root = root.getCause();
    }
    String message = root.getMessage();
    return message == null || message.isBlank() ? root.getClass().getSimpleName() : message;
  }
}
