package org.g2cl.sample.cart;

import jakarta.ejb.Remote;
import java.util.List;

/** The list of articles, for clients in other JVMs. */
@Remote
public interface Catalogue {

  /**
   * All articles, ordered by id; at most a minute old.
   *
   * @throws CatalogueUnavailableException if it was never read and cannot be read now
   */
  List<Product> products() throws CatalogueUnavailableException;

  /**
   * Reads the catalogue again from the database.
   *
   * @throws CatalogueUnavailableException if that fails; the list read before stays in use
   */
  void refresh() throws CatalogueUnavailableException;
}
