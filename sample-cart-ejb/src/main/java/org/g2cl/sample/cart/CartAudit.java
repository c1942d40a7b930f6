package org.g2cl.sample.cart;

import java.io.Serializable;
import java.util.List;

/**
 * What a cart says about the writes that it has seen, to be held against what its callers know.
 *
 * <p>A write is applied once for each time the bean runs it, repeated or not, so {@code
 * writesApplied == lastSequence - gaps + repeats} always holds.
 *
 * @param lastSequence the highest sequence number seen, 0 before the first write
 * @param writesApplied how many writes have changed the cart
 * @param repeats writes whose sequence number was not above the highest seen before them
 * @param gaps sequence numbers that were skipped
 * @param skipped the first {@value CartJournal#MAX_RANGES} ranges of skipped numbers
 * @param repeated the first {@value CartJournal#MAX_REPEATED} numbers that came again, each as
 *     often as it did; empty when null, as in what was written before these were kept
 * @param items the lines as they stand
 */
public record CartAudit(
    String cartId,
    long lastSequence,
    long writesApplied,
    long repeats,
    long gaps,
    List<SequenceRange> skipped,
    List<Long> repeated,
    List<CartItem> items)
    implements Serializable {

  public CartAudit {
    repeated = repeated == null ? List.of() : repeated;
  }
}
