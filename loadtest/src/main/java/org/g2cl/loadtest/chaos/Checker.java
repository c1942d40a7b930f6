package org.g2cl.loadtest.chaos;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.g2cl.loadtest.audit.OrderRow;

/**
 * Decides from a history whether each acknowledged call took effect exactly once, and each other
 * one at most once; reads never went back; and the orders in the database are those acknowledged.
 */
final class Checker {
  private final Map<String, CartRecord> carts = new LinkedHashMap<>();
  private final List<Violation> violations = new ArrayList<>();
  private final Map<Outcome, Long> outcomes = new HashMap<>();

  /** Takes the next call of the history. */
  void add(Operation operation) {
    outcomes.merge(operation.outcome(), 1L, Long::sum);
    String name = "client " + operation.client() + " cart " + operation.cart();
    carts
        .computeIfAbsent(
            name, n -> new CartRecord(n, (kind, text) -> violations.add(new Violation(kind, text))))
        .add(operation);
  }

  /**
   * Checks what stands at the end.
   *
   * @param orders rows of the table of orders
   * @return all violations, those of the history first
   */
  List<Violation> finish(List<OrderRow> orders) {
    Map<String, List<Long>> byCart = new TreeMap<>();
    for (OrderRow order : orders) {
      byCart.computeIfAbsent(order.cartId(), id -> new ArrayList<>()).add(order.sequence());
    }
    for (CartRecord cart : carts.values()) {
      cart.checkAudit();
      List<Long> rows = byCart.remove(cart.id());
      cart.checkOrders(rows == null ? List.of() : rows);
    }
    byCart.forEach(this::unasked);
    return List.copyOf(violations);
  }

  private void unasked(String cart, List<Long> sequences) {
    violations.add(
        new Violation(
            Violation.Kind.ORDER_DOUBLED,
            "there are rows of %s of cart %s, which no client has made"
                .formatted(sequences, cart)));
  }

  /** Calls with this outcome. */
  long count(Outcome outcome) {
    return outcomes.getOrDefault(outcome, 0L);
  }

  /** Writes that were acknowledged. */
  long acknowledgedWrites() {
    return carts.values().stream().mapToLong(CartRecord::acknowledged).sum();
  }

  /** Carts that were made. */
  int carts() {
    return carts.size();
  }
}
