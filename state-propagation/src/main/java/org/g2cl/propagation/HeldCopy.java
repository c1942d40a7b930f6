package org.g2cl.propagation;

import java.util.Arrays;

/** A copy of a session as one member holds it, for tools that compare members; immutable. */
public final class HeldCopy {
  private final SessionId session;
  private final boolean owned;
  private final Snapshot content;

  HeldCopy(SessionId session, boolean owned, Snapshot content) {
    this.session = session;
    this.owned = owned;
    this.content = content;
  }

  /** Session that it is a copy of. */
  public SessionId session() {
    return session;
  }

  /** Tells whether that member owns the session. */
  public boolean owned() {
    return owned;
  }

  /** Ownership under which the newest change was made. */
  public long epoch() {
    return content.newest().epoch();
  }

  /** Number of the newest change within its epoch. */
  public long version() {
    return content.newest().version();
  }

  /** Tells whether the newest change waits for the outcome of its transaction. */
  public boolean undecided() {
    return content.undecided() != null;
  }

  /** Tells whether it is the tombstone of a removed session. */
  public boolean removed() {
    return !content.stamp().equals(Stamp.NONE) && content.state() == null;
  }

  /** Sum of the content, bean, state and replies; computed at each call. */
  public long digest() {
    long digest = content.bean() == null ? 0 : content.bean().hashCode();
    digest = digest * 31 + Arrays.hashCode(content.state());
    for (Reply reply : content.replies().newestFirst()) {
      digest = digest * 31 + reply.request().hashCode();
      digest = digest * 31 + Arrays.hashCode(reply.bytes());
    }
    for (RequestId request : content.replies().displaced()) {
      digest = digest * 31 + request.hashCode();
    }
    return digest;
  }

  @Override
  public String toString() {
    return "%d.%d%s%s%s, sum %x"
        .formatted(
            epoch(),
            version(),
            owned ? " owned" : "",
            undecided() ? " undecided" : "",
            removed() ? " removed" : "",
            digest());
  }
}
