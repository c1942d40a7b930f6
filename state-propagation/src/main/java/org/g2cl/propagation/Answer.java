package org.g2cl.propagation;

import java.util.List;

/**
 * Answer to a {@link Frame.Claim}.
 *
 * @param accepted whether the claim is accepted
 * @param epoch highest claim known to the answering member
 * @param held newest decided change it holds; right before that of its content when it is not
 *     settled after a merge whether that is kept
 * @param undecided newest undecided change it holds
 * @param better its content when it is newer than the claimer's, else null
 * @param floor newest change of which it knows that older copies are out of step
 * @param floorHolders tokens of all members that may have that change, or a later one
 * @param losses members lost a short while ago, told when it knows nothing of the session
 */
record Answer(
    boolean accepted,
    long epoch,
    Stamp held,
    Stamp undecided,
    Snapshot better,
    Stamp floor,
    List<Long> floorHolders,
    List<Loss> losses) {
  /** Tells whether the content may be of who did not know what others have. */
  boolean isUnsettled() {
    return better != null && better.stamp().newerThan(held);
  }

  /** Answer of a member that knows nothing of the session. */
  static Answer ofNothing(boolean accepted, long epoch, List<Loss> losses) {
    return new Answer(accepted, epoch, Stamp.NONE, Stamp.NONE, null, Stamp.NONE, List.of(), losses);
  }
}
