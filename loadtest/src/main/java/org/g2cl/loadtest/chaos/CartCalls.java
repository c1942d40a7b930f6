package org.g2cl.loadtest.chaos;

import jakarta.ejb.NoSuchEJBException;
import java.util.stream.Collectors;
import org.g2cl.cmi.client.ClientListener;
import org.g2cl.cmi.client.Location;
import org.g2cl.loadtest.booked.BookedAudit;
import org.g2cl.loadtest.booked.BookedCart;
import org.g2cl.sample.cart.Cart;
import org.g2cl.sample.cart.CartAudit;
import org.g2cl.sample.cart.CartException;

/** Calls of one client, each written to the history. Used by one thread. */
final class CartCalls {
  private static final ThreadLocal<String> LEFT = new ThreadLocal<>();

  private final int client;
  private final History history;
  private volatile String last = "no call";

  CartCalls(int client, History history) {
    this.client = client;
    this.history = history;
  }

  /** The call that was begun last, in words; from any thread. */
  String last() {
    return last;
  }

  /** Listener that notes, on the thread of a call, which server the call has left. */
  static ClientListener listener() {
    return new ClientListener() {
      @Override
      public void failedOver(Location from, Location to) {
        LEFT.set(from.toString());
      }
    };
  }

  /** A call. */
  @FunctionalInterface
  interface Call {
    /** Makes the call; returns what is to be known of its result. */
    String run() throws Exception;
  }

  /** Makes the call and writes it down; an exception becomes its outcome. */
  Operation make(int cart, Act act, long sequence, Call call) {
    LEFT.remove();
    last = act + " of cart " + cart;
    long begin = history.invoke(client, cart, act, sequence);
    String result;
    Outcome outcome;
    try {
      result = call.run();
      outcome = Outcome.OK;
    } catch (CartException e) {
      result = e.toString();
      outcome = Outcome.FAIL;
    } catch (NoSuchEJBException e) {
      result = e.toString();
      outcome = Outcome.GONE;
    } catch (Exception e) {
      result = reasons(e);
      outcome = Outcome.UNKNOWN;
    }
    String left = LEFT.get() == null ? "" : LEFT.get();
    return history.complete(client, cart, act, sequence, begin, outcome, left, result);
  }

  private static String reasons(Throwable failure) {
    StringBuilder text = new StringBuilder();
    for (Throwable cause = failure;
        cause != null && text.length() < 2_000;
        cause = cause.getCause()) {
      text.append(text.length() == 0 ? "" : " <- ").append(cause);
    }
    return text.toString();
  }

  /**
   * Audits a cart, in a line: last sequence, writes applied, repeats, gaps, the skipped ranges, and
   * the numbers that came again; of a booked cart also the last sequence and the writes of its
   * book.
   */
  static String audit(Cart cart) {
    if (cart instanceof BookedCart booked) {
      BookedAudit audit = booked.auditWithBook();
      return text(audit.cart()) + " " + audit.lastBooked() + " " + audit.writesBooked();
    }
    return text(cart.audit());
  }

  private static String text(CartAudit audit) {
    return audit.lastSequence()
        + " "
        + audit.writesApplied()
        + " "
        + audit.repeats()
        + " "
        + audit.gaps()
        + " "
        + audit.skipped().stream()
            .map(range -> range.from() + "-" + range.to())
            .collect(Collectors.joining(","))
        + " "
        + audit.repeated().stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
