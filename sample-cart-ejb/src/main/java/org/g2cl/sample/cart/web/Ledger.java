package org.g2cl.sample.cart.web;

import java.util.ArrayList;
import java.util.List;
import org.g2cl.sample.cart.CartAudit;
import org.g2cl.sample.cart.SequenceRange;

/**
 * What the web tier knows of one cart's writes: which sequence numbers it gave out, and how each
 * ended.
 *
 * <p>A refused write did not take place, so its number is given out again. A failed write may have
 * taken place, so its number is used up and is counted neither as lost nor as owed. Not safe for
 * threads: the shopper's lock guards it.
 */
final class Ledger {

  static final int MAX_KEPT = 10_000;

  private long issued;
  private long acknowledged;
  private long lastAcknowledged;
  private long steps;
  private long failedSteps;
  private long checkoutCount;
  private String lastFailure;
  private final List<Checkout> checkouts = new ArrayList<>();
  private final List<Long> failed = new ArrayList<>();

  /** Not one that failed: clients, too, count the good answers. */
  void stepAnswered() {
    steps++;
  }

  long nextSequence() {
    return issued + 1;
  }

  void acknowledged(long sequence) {
    issued = sequence;
    acknowledged++;
    lastAcknowledged = sequence;
  }

  void checkedOut(Checkout checkout) {
    checkoutCount++;
    if (checkouts.size() < MAX_KEPT) {
      checkouts.add(checkout);
    }
  }

  /** A step that changed nothing failed. */
  void refused(String why) {
    failedSteps++;
    lastFailure = why;
  }

  void failedWrite(long sequence, String why) {
    refused(why);
    issued = sequence;
    if (failed.size() < MAX_KEPT) {
      failed.add(sequence);
    }
  }

  long steps() {
    return steps;
  }

  long acknowledged() {
    return acknowledged;
  }

  long lastAcknowledged() {
    return lastAcknowledged;
  }

  long failedSteps() {
    return failedSteps;
  }

  String lastFailure() {
    return lastFailure;
  }

  long checkoutCount() {
    return checkoutCount;
  }

  List<Checkout> checkouts() {
    return checkouts;
  }

  List<Long> failed() {
    return failed;
  }

  /** How many acknowledged writes the cart has never seen. */
  long lost(CartAudit cart) {
    long unseen = owed(new SequenceRange(cart.lastSequence() + 1, issued));
    long inRanges = 0;
    for (SequenceRange range : cart.skipped()) {
      unseen += owed(range);
      inRanges += range.length();
    }
    return unseen + (cart.gaps() - inRanges);
  }

  private long owed(SequenceRange range) {
    long excused =
        failed.stream().filter(number -> number >= range.from() && number <= range.to()).count();
    return Math.max(0, range.length() - excused);
  }
}
