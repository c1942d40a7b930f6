package org.g2cl.cmi.tomee.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** One per server, with an entity manager. */
@ApplicationScoped
public class StoreService {
  @PersistenceContext(unitName = "store")
  private EntityManager purchases;

  public void buy(String item) {
    purchases.persist(new Purchase(item));
  }
}
