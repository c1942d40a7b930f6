package org.g2cl.cmi.tomee.store;

import jakarta.ejb.Stateful;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceContextType;

/** Bean that cannot be replicated. */
@Stateful(name = "ExtendedStore")
public class ExtendedStoreBean extends StoreBean implements Store {
  @PersistenceContext(unitName = "store", type = PersistenceContextType.EXTENDED)
  private EntityManager extended;

  @Override
  public long rows() {
    return extended.createQuery("SELECT COUNT(p) FROM Purchase p", Long.class).getSingleResult();
  }
}
