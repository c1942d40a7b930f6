package org.g2cl.loadtest.booked;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.AfterBegin;
import jakarta.ejb.AfterCompletion;
import jakarta.ejb.EJB;
import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import jakarta.ejb.StatefulTimeout;
import java.io.Serializable;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.g2cl.cmi.api.Idempotent;
import org.g2cl.sample.cart.Cart;
import org.g2cl.sample.cart.CartAudit;
import org.g2cl.sample.cart.CartException;
import org.g2cl.sample.cart.CartItem;
import org.g2cl.sample.cart.OrderReceipt;

/**
 * Passes each call on to a cart that is a session of its own, and books it when it was not refused.
 */
@Stateful
@StatefulTimeout(value = 35, unit = TimeUnit.MINUTES)
public class BookedCartBean implements BookedCart, Serializable {
  /** System property of a node that serves this bean besides the shop's. */
  public static final String SWITCH = "loadtest.booked";

  private static final long serialVersionUID = 1;

  @EJB(beanName = "CartBean")
  private Cart cart;

  private Book book;
  private transient Book bookBefore;

  private record Book(long last, long writes) implements Serializable {
    Book with(long sequence) {
      return new Book(Math.max(last, sequence), writes + 1);
    }
  }

  @PostConstruct
  void create() {
    book = new Book(0, 0);
  }

  @Override
  @Idempotent
  public String id() {
    return cart.id();
  }

  @Override
  public int insert(long sequence, String productId, int quantity) throws CartException {
    int lines = cart.insert(sequence, productId, quantity);
    book = book.with(sequence);
    return lines;
  }

  @Override
  public int update(long sequence, String productId, int quantity) throws CartException {
    int lines = cart.update(sequence, productId, quantity);
    book = book.with(sequence);
    return lines;
  }

  @Override
  public int remove(long sequence, String productId) throws CartException {
    int lines = cart.remove(sequence, productId);
    book = book.with(sequence);
    return lines;
  }

  @Override
  @Idempotent
  public List<CartItem> contents() {
    return cart.contents();
  }

  @Override
  @Idempotent
  public long totalCents() {
    return cart.totalCents();
  }

  @Override
  public OrderReceipt checkOut(long sequence) throws CartException {
    OrderReceipt receipt = cart.checkOut(sequence);
    book = book.with(sequence);
    return receipt;
  }

  @Override
  @Idempotent
  public CartAudit audit() {
    return cart.audit();
  }

  @Override
  @Idempotent
  public BookedAudit auditWithBook() {
    return new BookedAudit(cart.audit(), book.last(), book.writes());
  }

  @Override
  @Remove
  public void close() {
    cart.close();
  }

  @AfterBegin
  void remember() {
    bookBefore = book;
  }

  @AfterCompletion
  void settle(boolean committed) {
    if (!committed && bookBefore != null) {
      book = bookBefore;
    }
    bookBefore = null;
  }
}
