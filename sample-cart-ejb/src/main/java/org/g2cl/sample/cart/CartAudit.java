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
 * @param items the lines as they stand
 */
public record CartAudit(
    String cartId,
    long lastSequence,
    long writesApplied,
    long repeats,
    long gaps,
    List<SequenceRange> skipped,
    List<CartItem> items)
    implements Serializable {}
