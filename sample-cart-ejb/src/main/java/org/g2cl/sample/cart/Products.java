package org.g2cl.sample.cart;

import jakarta.ejb.Local;

/** Finds articles, for beans of the same server; answers from memory. */
@Local
public interface Products {

  /**
   * The article of that id.
   *
   * @throws UnknownProductException if there is none
   * @throws CatalogueUnavailableException if the catalogue was never read and cannot be read now
   */
  Product find(String productId) throws CartException;
}
