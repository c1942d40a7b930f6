package org.g2cl.propagation;

import java.util.Arrays;
import java.util.List;

/**
 * All that a member knows of a session's content at one moment; immutable.
 *
 * @param bean name of the bean
 * @param timeoutMillis time without a call after which the session goes; 0 for never
 * @param idleMillis time since the last use
 * @param stamp of the last change that holds; {@link Stamp#NONE} when there is none yet
 * @param state after that change, or null when the session is removed or not yet created
 * @param replies kept
 * @param undecided change whose transaction is not known to be committed, or null
 */
@SuppressWarnings("ArrayRecordComponent") // carried without a copy, never compared
record Snapshot(
    String bean,
    long timeoutMillis,
    long idleMillis,
    Stamp stamp,
    byte[] state,
    Replies replies,
    Change undecided)
    implements MergePolicy.Content {

  /** What is left of a session whose time was over at that stamp. */
  static Snapshot tombstone(String bean, long timeoutMillis, Stamp at) {
    return new Snapshot(bean, timeoutMillis, 0, at, null, Replies.NONE, null);
  }

  /** Tells whether this is a tombstone without replies. */
  boolean isEnd() {
    return state == null && replies.isEmpty() && undecided == null;
  }

  /** Stamp of the newest change, decided or not. */
  Stamp newest() {
    return undecided == null ? stamp : undecided.stamp();
  }

  /** Tells whether this is the same; parts of a split group may give one stamp to two contents. */
  boolean isAlike(Snapshot other) {
    return newest().equals(other.newest())
        && Arrays.equals(state, other.state)
        && isAlike(undecided, other.undecided)
        && isAlike(replies.newestFirst(), other.replies.newestFirst());
  }

  private static boolean isAlike(Change one, Change other) {
    if (one == null || other == null) {
      return one == null && other == null;
    }
    return one.request().equals(other.request()) && Arrays.equals(one.state(), other.state());
  }

  private static boolean isAlike(List<Reply> some, List<Reply> others) {
    boolean alike = some.size() == others.size();
    for (int i = 0; alike && i < some.size(); i++) {
      Reply one = some.get(i);
      Reply other = others.get(i);
      alike = one.request().equals(other.request()) && Arrays.equals(one.bytes(), other.bytes());
    }
    return alike;
  }

  @Override
  public long epoch() {
    return stamp.epoch();
  }

  @Override
  public long version() {
    return stamp.version();
  }
}
