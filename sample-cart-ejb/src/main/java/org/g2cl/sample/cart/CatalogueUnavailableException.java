package org.g2cl.sample.cart;

/** Tells that the catalogue has not been loaded yet and the database does not answer. */
public final class CatalogueUnavailableException extends CartException {

  private static final long serialVersionUID = 1;

  CatalogueUnavailableException(String reason) {
    super("The catalogue could not be read (" + reason + "). Try again in a moment.");
  }
}
