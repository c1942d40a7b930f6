package org.g2cl.loadtest.audit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Arithmetic of the audit.
 *
 * <p>The web tier numbers the writes of a cart 1, 2, 3 … and notes which were acknowledged. The
 * cart notes the numbers it applied: all up to its last one but for those it skipped, and those
 * that came again. A write whose call failed may have been applied or not; both are right.
 */
public final class Audit {
  private final List<Ledger> ledgers;
  private final Map<Long, Long> lostCarts;
  private final List<OrderRow> orders;

  /**
   * @param ledgers carts that could be read
   * @param lostCarts clients whose cart could not be read, with the answers they had got
   * @param orders rows of the run
   */
  public Audit(List<Ledger> ledgers, Map<Long, Long> lostCarts, List<OrderRow> orders) {
    this.ledgers = List.copyOf(ledgers);
    this.lostCarts = Map.copyOf(lostCarts);
    this.orders = List.copyOf(orders);
  }

  /** Counts the harm. */
  public Harm harm() {
    long ofLostCarts = lostCarts.values().stream().mapToLong(Long::longValue).sum();
    Map<Key, Long> rows =
        orders.stream().collect(Collectors.groupingBy(Key::of, Collectors.counting()));
    return new Harm(
        ledgers.stream().mapToLong(Audit::lost).sum() + ofLostCarts,
        ledgers.stream().mapToLong(Audit::doubled).sum(),
        ledgers.stream().mapToLong(ledger -> missing(ledger, rows)).sum(),
        rows.values().stream().mapToLong(count -> count - 1).sum(),
        unexpected(rows),
        lostCarts.size());
  }

  /** Steps that the web tier answered well, by its own account. */
  public long steps() {
    return ledgers.stream().mapToLong(Ledger::steps).sum();
  }

  /** Acknowledged writes. */
  public long acknowledgedWrites() {
    return ledgers.stream().mapToLong(Ledger::acknowledgedWrites).sum();
  }

  /** Acknowledged checkouts. */
  public long acknowledgedCheckouts() {
    return ledgers.stream().mapToLong(Ledger::acknowledgedCheckouts).sum();
  }

  /** Counted here from the cart's account, and held against what the web tier counts. */
  private static long lost(Ledger ledger) {
    Set<Long> failed = new HashSet<>(ledger.failedSequences());
    long counted =
        LongStream.rangeClosed(1, ledger.lastAcknowledgedSequence())
            .filter(sequence -> !failed.contains(sequence))
            .filter(sequence -> !applied(ledger.cart(), sequence))
            .count();
    return Math.max(counted, ledger.lostUpdates());
  }

  /**
   * A failed write may take effect once after a later one; the cart counts it as one that came
   * again. Of those that it counts and does not name, each may be a failed one that is left.
   */
  private static long doubled(Ledger ledger) {
    Ledger.Cart cart = ledger.cart();
    Set<Long> late =
        ledger.failedSequences().stream()
            .filter(failed -> skipped(cart, failed))
            .collect(Collectors.toSet());
    long named = cart.repeated().stream().filter(sequence -> !late.remove(sequence)).count();
    long unnamed = cart.repeats() - cart.repeated().size();
    return named + Math.max(0, unnamed - late.size());
  }

  private static boolean applied(Ledger.Cart cart, long sequence) {
    return sequence <= cart.lastSequence() && !skipped(cart, sequence);
  }

  private static boolean skipped(Ledger.Cart cart, long sequence) {
    return cart.skipped().stream().anyMatch(range -> range.contains(sequence));
  }

  private static long missing(Ledger ledger, Map<Key, Long> rows) {
    return ledger.checkouts().stream()
        .filter(checkout -> !rows.containsKey(new Key(ledger.cartId(), checkout.sequence())))
        .count();
  }

  /** Nothing is said of rows behind the last checkout that a full list holds. */
  private long unexpected(Map<Key, Long> rows) {
    Map<String, Set<Long>> explained = new HashMap<>();
    Map<String, Long> lastListed = new HashMap<>();
    for (Ledger ledger : ledgers) {
      Set<Long> sequences = new HashSet<>(ledger.failedSequences());
      ledger.checkouts().forEach(checkout -> sequences.add(checkout.sequence()));
      explained.put(ledger.cartId(), sequences);
      lastListed.put(ledger.cartId(), ledger.lastListed());
    }
    return rows.keySet().stream()
        .filter(key -> explained.containsKey(key.cartId()))
        .filter(key -> key.sequence() <= lastListed.get(key.cartId()))
        .filter(key -> !explained.get(key.cartId()).contains(key.sequence()))
        .count();
  }

  private record Key(String cartId, long sequence) {
    static Key of(OrderRow row) {
      return new Key(row.cartId(), row.sequence());
    }
  }
}
