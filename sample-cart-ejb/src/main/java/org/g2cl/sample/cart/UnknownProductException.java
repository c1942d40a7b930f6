package org.g2cl.sample.cart;

/** Tells that an article is not in the catalogue or not in the cart. */
public final class UnknownProductException extends CartException {

  private static final long serialVersionUID = 1;

  private UnknownProductException(String message) {
    super(message);
  }

  static UnknownProductException notInCatalogue(String productId) {
    return new UnknownProductException(
        "There is no product '" + productId + "' in the catalogue. Choose one that it lists.");
  }

  static UnknownProductException notInCart(String productId) {
    return new UnknownProductException(
        "There is no product '" + productId + "' in this cart. Insert it first.");
  }
}
