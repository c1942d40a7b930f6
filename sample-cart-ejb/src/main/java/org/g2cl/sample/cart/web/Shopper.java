package org.g2cl.sample.cart.web;

import jakarta.ejb.NoSuchEJBException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import javax.naming.NamingException;
import org.g2cl.sample.cart.Cart;
import org.g2cl.sample.cart.CartException;
import org.g2cl.sample.cart.OrderReceipt;

/**
 * What one HTTP session keeps: the remote cart, the ledger of its writes, and the place in the
 * script.
 *
 * <p>Every use is between {@link #tryEnter} and {@link #leave}, so the requests of a session come
 * one after another.
 */
final class Shopper {

  /** A call of the cart. */
  @FunctionalInterface
  interface Call<T> {
    T on(Cart cart) throws CartException;
  }

  /** A call of the cart that changes it. */
  @FunctionalInterface
  interface Write<T> {
    T on(Cart cart, long sequence) throws CartException;
  }

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final ReentrantLock lock = new ReentrantLock(true);
  private final CartSource carts;
  private final Ledger ledger = new Ledger();
  private Cart cart;
  private String cartId;
  private long scriptPosition;
  private LastCall lastCall;
  private LastCall callBefore;

  Shopper(CartSource carts) {
    this.carts = carts;
  }

  boolean tryEnter() throws InterruptedException {
    return lock.tryLock(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
  }

  void leave() {
    lock.unlock();
  }

  /** Makes the cart if there is none yet. */
  void open() throws BusinessTierException {
    if (cartId != null) {
      return;
    }
    try {
      cart = carts.newCart();
      cartId = timed("open", Cart::id);
    } catch (NamingException | CartException | RuntimeException e) {
      BusinessTierException failure = failure("open", e);
      ledger.refused(failure.getMessage());
      throw failure;
    }
  }

  boolean isOpen() {
    return cartId != null;
  }

  <T> T read(String kind, Call<T> call) throws BusinessTierException {
    try {
      return timed(kind, call);
    } catch (CartException | RuntimeException e) {
      BusinessTierException failure = failure(kind, e);
      ledger.refused(failure.getMessage());
      throw failure;
    }
  }

  <T> T write(String kind, Write<T> write) throws CartException, BusinessTierException {
    long sequence = ledger.nextSequence();
    try {
      T result = timed(kind, remote -> write.on(remote, sequence));
      ledger.acknowledged(sequence);
      return result;
    } catch (CartException e) {
      ledger.refused(kind + ": " + e.getMessage());
      throw e;
    } catch (RuntimeException e) {
      BusinessTierException failure = failure(kind + " with sequence " + sequence, e);
      ledger.failedWrite(sequence, failure.getMessage());
      throw failure;
    }
  }

  OrderReceipt checkOut() throws CartException, BusinessTierException {
    OrderReceipt receipt = write("checkout", Cart::checkOut);
    ledger.checkedOut(new Checkout(ledger.lastAcknowledged(), receipt.orderNumber()));
    return receipt;
  }

  void close() throws BusinessTierException {
    try {
      timed(
          "close",
          remote -> {
            remote.close();
            return null;
          });
    } catch (CartException | RuntimeException e) {
      throw failure("close", e);
    }
  }

  private <T> T timed(String kind, Call<T> call) throws CartException {
    long begin = System.nanoTime();
    try {
      return call.on(cart);
    } finally {
      callBefore = lastCall;
      lastCall = new LastCall(kind, System.nanoTime() - begin);
    }
  }

  private BusinessTierException failure(String kind, Exception cause) {
    String which = cartId == null ? "a new cart" : "cart " + cartId;
    boolean gone = cause instanceof NoSuchEJBException;
    return new BusinessTierException(
        "The call '" + kind + "' of " + which + " failed", cause, gone);
  }

  /** The number of the script's next step; counts on once the cart is open. */
  long nextScriptPosition() {
    return isOpen() ? ++scriptPosition : 0;
  }

  Ledger ledger() {
    return ledger;
  }

  String cartId() {
    return cartId;
  }

  /** The last two calls, the older one first; fewer if there were fewer. */
  List<LastCall> lastCalls() {
    return Stream.of(callBefore, lastCall).filter(Objects::nonNull).toList();
  }
}
