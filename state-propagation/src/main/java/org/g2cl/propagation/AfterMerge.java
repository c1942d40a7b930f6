package org.g2cl.propagation;

import java.util.Arrays;

/**
 * What is known of a session since parts of a split group are one again, which may have gone on
 * with it apart: whether the content here is settled on. Of use where a {@link MergePolicy}
 * chooses.
 *
 * <p>Until the content here was told to a claimer, who has the policy asked, nothing is taken from
 * others: it would be overwritten unasked. From then on what that claimer, or a later one, makes as
 * the owner is taken. An owner makes a change after the choice, in the background one that changes
 * nothing, so that what was chosen is newer than all it was chosen from.
 *
 * <p>A claimer is told the content here when others do not refuse its claim. Who answers a claim of
 * another cannot tell that: the epoch may be one that a part has used, and counts as told in all
 * the same, so that content of such an epoch must come from the claimer, and the members that have
 * it say whether it is settled.
 *
 * <p>Guarded by the entry's monitor.
 */
final class AfterMerge {
  /** Of a session that was in no merge. */
  static final AfterMerge NONE = new AfterMerge(false);

  /** Looks after which also who is not the best to settle it does so. */
  private static final int PATIENCE = 5;

  private boolean open;

  /** First epoch whose claimer was told the content here; 0 while none was. */
  private long toldIn;

  private int looks;

  private AfterMerge(boolean open) {
    this.open = open;
  }

  /** Parts are one again. */
  static AfterMerge begun() {
    return new AfterMerge(true);
  }

  /** Parts are one again, and there was nothing here; the claimers are counted all the same. */
  static AfterMerge ofNothing() {
    return new AfterMerge(false);
  }

  /** Copies that were not chosen are there still; who has chosen, and when, stays known. */
  AfterMerge again() {
    AfterMerge again = new AfterMerge(true);
    again.toldIn = toldIn;
    return again;
  }

  /** The claimer of that epoch is told the content here. */
  void told(long epoch) {
    if (this != NONE && toldIn == 0) {
      toldIn = epoch;
    }
  }

  /** Tells whether a claimer knows the content here. */
  boolean isTold() {
    return toldIn > 0;
  }

  /** Tells whether content with that change may be of a part that does not know what is here. */
  boolean refuses(Stamp newest) {
    return open && (toldIn == 0 || newest.epoch() < toldIn);
  }

  /** Content with that change is here. */
  void reached(Stamp newest) {
    if (open && !refuses(newest)) {
      open = false;
    }
  }

  /** A change of the owner here has its copies; of one that is of before, that says nothing. */
  void end() {
    if (open && isTold()) {
      open = false;
    }
  }

  /** Tells whether it is not settled yet what the content is. */
  boolean isOpen() {
    return open;
  }

  /** Tells whether who made that change may have been told the content here. */
  boolean knows(Stamp newest) {
    return toldIn > 0 && newest.epoch() >= toldIn;
  }

  /**
   * Counts a look of the background, and tells whether it is to settle this now: not at the first
   * one, so that all holders hear of each other.
   */
  boolean isDue(boolean isBest) {
    looks++;
    return looks > 1 && (isBest || looks > PATIENCE);
  }

  /** Tells whether these are not one content; parts may have given the same stamp to two. */
  static boolean differ(Snapshot one, Snapshot other) {
    return !one.stamp().equals(other.stamp()) || !Arrays.equals(one.state(), other.state());
  }
}
