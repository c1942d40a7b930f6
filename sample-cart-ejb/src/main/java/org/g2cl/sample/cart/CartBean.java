package org.g2cl.sample.cart;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.AfterBegin;
import jakarta.ejb.AfterCompletion;
import jakarta.ejb.EJB;
import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import jakarta.ejb.StatefulTimeout;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.io.Serializable;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.g2cl.cmi.api.Idempotent;

/**
 * The cart as a stateful session bean.
 *
 * <p>Only {@link #checkOut} needs a transaction; all other calls stay in memory. When the
 * transaction of a checkout is rolled back, at the commit too, the cart takes back the state it had
 * before: a container rolls back the database, not a bean's fields.
 */
@Stateful
@StatefulTimeout(value = 35, unit = TimeUnit.MINUTES)
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class CartBean implements Cart, Serializable {

  private static final long serialVersionUID = 1;

  @EJB private Products products;
  @EJB private OrderBook orders;

  private CartState state;
  private transient CartState stateBefore;

  @PostConstruct
  void create() {
    state = new CartState();
  }

  @Override
  @Idempotent
  public String id() {
    return state.id();
  }

  @Override
  public int insert(long sequence, String productId, int quantity) throws CartException {
    return state.insert(sequence, products.find(productId), quantity);
  }

  @Override
  public int update(long sequence, String productId, int quantity) throws CartException {
    return state.update(sequence, productId, quantity);
  }

  @Override
  public int remove(long sequence, String productId) throws CartException {
    return state.remove(sequence, productId);
  }

  @Override
  @Idempotent
  public List<CartItem> contents() {
    return state.items();
  }

  @Override
  @Idempotent
  public long totalCents() {
    return state.totalCents();
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.REQUIRED)
  public OrderReceipt checkOut(long sequence) throws CartException {
    if (state.lines() == 0) {
      throw new EmptyCartException();
    }
    long total = state.totalCents();
    long order = orders.write(state.id(), sequence, state.items());
    state.checkedOut(sequence);
    return new OrderReceipt(order, total);
  }

  @Override
  @Idempotent
  public CartAudit audit() {
    return state.audit();
  }

  @Override
  @Remove
  public void close() {
    // @Remove makes the container end the instance
  }

  @AfterBegin
  void remember() {
    stateBefore = state.copy();
  }

  @AfterCompletion
  void settle(boolean committed) {
    if (!committed && stateBefore != null) {
      state = stateBefore;
    }
    stateBefore = null;
  }
}
