package org.g2cl.cmi.tomee.store;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateful;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceUnit;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.cmi.tomee.shop.OutOfStockException;

/** Bean that writes rows by persistence. */
@Stateful(name = "Store")
public class StoreBean implements Store {
  private static final String COUNT = "SELECT COUNT(p) FROM Purchase p";

  private final List<String> items = new ArrayList<>();

  @PersistenceContext(unitName = "store")
  private EntityManager purchases;

  @PersistenceUnit(unitName = "store")
  private EntityManagerFactory factory;

  @Inject private EntityManager produced;
  @Inject private StoreService service;
  @Resource private TransactionSynchronizationRegistry registry;

  @Override
  public int buy(String item) {
    purchases.persist(new Purchase(item));
    return bought(item);
  }

  @Override
  public int buyAndFlush(String item) {
    purchases.persist(new Purchase(item));
    purchases.flush();
    return bought(item);
  }

  @Override
  public int buyByService(String item) {
    service.buy(item);
    return bought(item);
  }

  private int bought(String item) {
    items.add(item);
    Death.wanted().prepare(registry);
    return items.size();
  }

  @Override
  public int buyThenRefuse(String item) throws OutOfStockException {
    buyAndFlush(item);
    throw new OutOfStockException(item);
  }

  @Override
  public long rows() {
    return produced.createQuery(COUNT, Long.class).getSingleResult();
  }

  @Override
  public long rowsByFactory() {
    try (EntityManager own = factory.createEntityManager()) {
      return own.createQuery(COUNT, Long.class).getSingleResult();
    }
  }

  @Override
  public List<String> items() {
    return new ArrayList<>(items);
  }
}
