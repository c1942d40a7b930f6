package org.g2cl.propagation;

import java.util.Arrays;

/**
 * A copy of a session as one member holds it, for tools that compare members.
 *
 * @param owned whether that member owns the session
 * @param epoch ownership under which the newest change was made
 * @param version of that change within the epoch
 * @param undecided whether that change waits for the outcome of its transaction
 * @param removed whether it is the tombstone of a removed session
 * @param digest sum of the content: bean, state and replies
 */
public record HeldCopy(
    SessionId session,
    boolean owned,
    long epoch,
    long version,
    boolean undecided,
    boolean removed,
    long digest) {

  static HeldCopy of(SessionId session, SessionCopy copy) {
    Snapshot content = copy.snapshot(0);
    return new HeldCopy(
        session,
        copy.isOwning(),
        content.newest().epoch(),
        content.newest().version(),
        content.undecided() != null,
        copy.isRemoved(),
        digest(content));
  }

  private static long digest(Snapshot content) {
    long digest = content.bean() == null ? 0 : content.bean().hashCode();
    digest = digest * 31 + Arrays.hashCode(content.state());
    for (Reply reply : content.replies().newestFirst()) {
      digest = digest * 31 + reply.request().hashCode();
      digest = digest * 31 + Arrays.hashCode(reply.bytes());
    }
    return digest;
  }
}
