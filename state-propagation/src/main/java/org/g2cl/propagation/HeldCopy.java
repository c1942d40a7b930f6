package org.g2cl.propagation;

import java.util.Arrays;

/** A copy of a session as one member holds it, for tools that compare members; immutable. */
public final class HeldCopy {
  private final SessionId session;
  private final boolean owned;
  private final Stamp newest;
  private final boolean undecided;
  private final boolean removed;

  /** Null when it was not asked for. */
  private final Snapshot content;

  HeldCopy(SessionId session, boolean owned, Snapshot content) {
    this.session = session;
    this.owned = owned;
    this.newest = content.newest();
    this.undecided = content.undecided() != null;
    this.removed = !content.stamp().equals(Stamp.NONE) && content.state() == null;
    this.content = content;
  }

  private HeldCopy(HeldCopy of) {
    this.session = of.session;
    this.owned = of.owned;
    this.newest = of.newest;
    this.undecided = of.undecided;
    this.removed = of.removed;
    this.content = null;
  }

  /** Creates one without the content, which may be written into all the same. */
  HeldCopy(SessionId session, SessionCopy copy) {
    this.session = session;
    this.owned = copy.isOwning();
    this.undecided = copy.undecided() != null;
    this.newest = undecided ? copy.undecided().stamp() : copy.stamp();
    this.removed = copy.isRemoved();
    this.content = null;
  }

  HeldCopy withoutContent() {
    return new HeldCopy(this);
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
    return newest.epoch();
  }

  /** Number of the newest change within its epoch. */
  public long version() {
    return newest.version();
  }

  /** Tells whether the newest change waits for the outcome of its transaction. */
  public boolean undecided() {
    return undecided;
  }

  /** Tells whether it is the tombstone of a removed session. */
  public boolean removed() {
    return removed;
  }

  /**
   * Sum of the content, bean, state and replies; computed at each call.
   *
   * @throws IllegalStateException when the copy was looked up alone, by {@link
   *     StatePropagation#heldCopy}, and so is without its content
   */
  public long digest() {
    if (content == null) {
      throw new IllegalStateException(
          "session %s: a copy that is looked up alone is without its content, so it has no sum; take it from heldCopies()"
              .formatted(session));
    }
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
    return "%d.%d%s%s%s%s"
        .formatted(
            epoch(),
            version(),
            owned ? " owned" : "",
            undecided() ? " undecided" : "",
            removed() ? " removed" : "",
            content == null ? "" : ", sum %x".formatted(digest()));
  }
}
