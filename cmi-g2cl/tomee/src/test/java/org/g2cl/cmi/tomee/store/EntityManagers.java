package org.g2cl.cmi.tomee.store;

import jakarta.enterprise.inject.Produces;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** Producer of entity managers, for beans that take them by {@code @Inject}. */
public class EntityManagers {
  @PersistenceContext(unitName = "store")
  private EntityManager purchases;

  @Produces
  public EntityManager purchases() {
    return purchases;
  }
}
