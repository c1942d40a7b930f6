package org.g2cl.propagation;

/**
 * Answer to a {@link Frame.Claim}.
 *
 * @param accepted whether the claim is accepted
 * @param epoch highest claim known to the answering member
 * @param held newest decided change it holds
 * @param undecided newest undecided change it holds
 * @param better its content when it is newer than the claimer's, else null
 */
record Answer(boolean accepted, long epoch, Stamp held, Stamp undecided, Snapshot better) {}
