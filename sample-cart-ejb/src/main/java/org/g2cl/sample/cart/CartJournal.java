package org.g2cl.sample.cart;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Counts the writes of one cart by their sequence numbers; bounded in size. */
final class CartJournal implements Serializable {

  static final int MAX_RANGES = 16;
  static final int MAX_REPEATED = 16;

  private static final long serialVersionUID = 1;

  private long lastSequence;
  private long applied;
  private long repeats;
  private long gaps;
  private final ArrayList<SequenceRange> skipped;

  /** Null until a number comes again, and in states written before these were kept. */
  private ArrayList<Long> repeated;

  CartJournal() {
    skipped = new ArrayList<>();
  }

  private CartJournal(CartJournal other) {
    lastSequence = other.lastSequence;
    applied = other.applied;
    repeats = other.repeats;
    gaps = other.gaps;
    skipped = new ArrayList<>(other.skipped);
    repeated = other.repeated == null ? null : new ArrayList<>(other.repeated);
  }

  CartJournal copy() {
    return new CartJournal(this);
  }

  void applied(long sequence) {
    applied++;
    if (sequence <= lastSequence) {
      repeat(sequence);
      return;
    }
    if (sequence > lastSequence + 1) {
      skip(new SequenceRange(lastSequence + 1, sequence - 1));
    }
    lastSequence = sequence;
  }

  private void repeat(long sequence) {
    repeats++;
    repeated = repeated == null ? new ArrayList<>() : repeated;
    if (repeated.size() < MAX_REPEATED) {
      repeated.add(sequence);
    }
  }

  private void skip(SequenceRange range) {
    gaps += range.length();
    if (skipped.size() < MAX_RANGES) {
      skipped.add(range);
    }
  }

  CartAudit audit(String cartId, List<CartItem> items) {
    return new CartAudit(
        cartId,
        lastSequence,
        applied,
        repeats,
        gaps,
        List.copyOf(skipped),
        repeated == null ? List.of() : List.copyOf(repeated),
        List.copyOf(items));
  }
}
