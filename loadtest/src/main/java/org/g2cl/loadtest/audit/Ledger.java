package org.g2cl.loadtest.audit;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * Answer of the shop's audit page: what the web tier was told about one cart, and the cart itself.
 *
 * @param cartId id of the cart
 * @param steps steps that were answered well
 * @param acknowledgedWrites writes that the cart confirmed
 * @param lastAcknowledgedSequence greatest sequence number among them
 * @param acknowledgedCheckouts number of checkouts that the cart confirmed
 * @param checkouts the first of them, as many as the web tier keeps
 * @param failedSteps steps that ended in an error
 * @param failedSequences writes among them, which may have been applied or not
 * @param lastFailure what the last error said, or null
 * @param lostUpdates what the web tier itself counts as lost
 * @param cart the cart's own account
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Ledger(
    String cartId,
    long steps,
    long acknowledgedWrites,
    long lastAcknowledgedSequence,
    long acknowledgedCheckouts,
    List<Checkout> checkouts,
    long failedSteps,
    List<Long> failedSequences,
    String lastFailure,
    long lostUpdates,
    Cart cart) {

  /** Copies the lists. */
  public Ledger {
    checkouts = List.copyOf(checkouts);
    failedSequences = List.copyOf(failedSequences);
  }

  /** Last sequence number up to which {@link #checkouts} has all that the cart confirmed. */
  long lastListed() {
    return checkouts.size() < acknowledgedCheckouts
        ? checkouts.stream().mapToLong(Checkout::sequence).max().orElse(0)
        : Long.MAX_VALUE;
  }

  /**
   * A confirmed checkout.
   *
   * @param sequence its sequence number
   * @param order number of the order
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Checkout(long sequence, long order) {}

  /**
   * What the cart saw.
   *
   * @param lastSequence greatest sequence number applied
   * @param repeats writes that came again
   * @param gaps sequence numbers that it never saw
   * @param skipped the same as ranges
   * @param repeated the first of the sequence numbers that came again, each as often as it did
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Cart(
      long lastSequence, long repeats, long gaps, List<Range> skipped, List<Long> repeated) {
    /** Copies the lists. */
    public Cart {
      skipped = List.copyOf(skipped);
      repeated = List.copyOf(repeated);
    }
  }

  /**
   * Sequence numbers from one to another.
   *
   * @param from first
   * @param to last
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Range(long from, long to) {
    boolean contains(long sequence) {
      return from <= sequence && sequence <= to;
    }
  }
}
