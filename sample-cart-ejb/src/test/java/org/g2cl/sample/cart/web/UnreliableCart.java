package org.g2cl.sample.cart.web;

import jakarta.ejb.EJBException;
import jakarta.ejb.NoSuchEJBException;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.sample.cart.Cart;
import org.g2cl.sample.cart.CartAudit;
import org.g2cl.sample.cart.CartItem;
import org.g2cl.sample.cart.OrderReceipt;
import org.g2cl.sample.cart.SequenceRange;

/** A cart behind a bad replication: does to a chosen write what a test asks for. */
final class UnreliableCart implements Cart {

  enum Fate {
    GOOD,
    /** Acknowledged, then forgotten. */
    LOST,
    /** Runs twice, acknowledged once. */
    DOUBLED,
    /** Takes place, but the caller gets an exception. */
    ANSWER_LOST,
    /** Does not take place, and the caller gets an exception. */
    REQUEST_LOST,
    GONE
  }

  private final List<Long> seen = new ArrayList<>();
  private Fate next = Fate.GOOD;

  void next(Fate fate) {
    next = fate;
  }

  private int write(long sequence) {
    Fate fate = next;
    next = Fate.GOOD;
    switch (fate) {
      case LOST -> {}
      case DOUBLED -> seen.addAll(List.of(sequence, sequence));
      case REQUEST_LOST -> throw new EJBException("connection refused");
      case GONE -> throw new NoSuchEJBException("reference is invalid");
      default -> seen.add(sequence);
    }
    if (fate == Fate.ANSWER_LOST) {
      throw new EJBException("connection reset");
    }
    return 1;
  }

  @Override
  public CartAudit audit() {
    long last = seen.stream().mapToLong(Long::longValue).max().orElse(0);
    List<SequenceRange> skipped = new ArrayList<>();
    for (long number = 1; number < last; number++) {
      if (!seen.contains(number)) {
        skipped.add(new SequenceRange(number, number));
      }
    }
    List<Long> repeated = new ArrayList<>(seen);
    seen.stream().distinct().forEach(repeated::remove);
    return new CartAudit(
        "c", last, seen.size(), repeated.size(), skipped.size(), skipped, repeated, List.of());
  }

  @Override
  public String id() {
    return "c";
  }

  @Override
  public int insert(long sequence, String productId, int quantity) {
    return write(sequence);
  }

  @Override
  public int update(long sequence, String productId, int quantity) {
    return write(sequence);
  }

  @Override
  public int remove(long sequence, String productId) {
    return write(sequence);
  }

  @Override
  public OrderReceipt checkOut(long sequence) {
    return new OrderReceipt(1, write(sequence));
  }

  @Override
  public List<CartItem> contents() {
    return List.of();
  }

  @Override
  public long totalCents() {
    return 0;
  }

  @Override
  public void close() {}
}
