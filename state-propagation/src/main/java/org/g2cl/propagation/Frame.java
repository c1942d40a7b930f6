package org.g2cl.propagation;

import java.util.List;

/** Message between members about a session; read and written by {@link FrameCodec}. */
sealed interface Frame {
  /** What is about one session names it. */
  sealed interface OfSession extends Frame {
    SessionId session();
  }

  /**
   * "I want to own it; who knows better than this?" Cast in total order to all.
   *
   * @param held newest decided change of the claimer
   * @param undecided newest undecided change of the claimer
   */
  record Claim(SessionId session, long epoch, Stamp held, Stamp undecided) implements OfSession {}

  /** The owner's change, on the content of the base. */
  record UpdateFrame(SessionId session, Stamp base, boolean undecided, Change change)
      implements OfSession {}

  /**
   * The owner's change as a difference to the content of the base; understood from release {@link
   * Releases#PATCHES} on.
   */
  record PatchFrame(SessionId session, Stamp base, boolean undecided, Patch patch)
      implements OfSession {}

  /**
   * The whole content.
   *
   * @param epoch ownership under which it is sent
   * @param orphan true when the sender is not the owner but stands in for it
   */
  record Copy(SessionId session, long epoch, boolean orphan, Snapshot content)
      implements OfSession {}

  /** How an undecided change came out. */
  record Decision(SessionId session, Stamp stamp, boolean committed) implements OfSession {}

  /** The owner, or a holder of an orphan, says: you need not keep it any more. */
  record Drop(SessionId session, long epoch, Stamp upTo) implements OfSession {}

  /** What a holder of an orphan has, a leaving holder, or one of which others may not know. */
  record Have(SessionId session, long epoch, Stamp held, Stamp undecided) implements OfSession {
    /** What is held here; the caller holds the entry's monitor. */
    static Have of(Entry entry) {
      SessionCopy copy = entry.copy();
      return new Have(entry.session(), copy.epoch(), copy.stamp(), copy.undecidedStamp());
    }

    Stamp newest() {
      return Stamp.newer(held, undecided);
    }
  }

  /** The sender has claimed that epoch, and does not own the session after all. */
  record Release(SessionId session, long epoch) implements OfSession {}

  /** The owner had calls that changed nothing; the copies live longer. */
  record Touch(SessionId session, long epoch, long idleMillis) implements OfSession {}

  /**
   * "A copy that has not reached this change is out of step."
   *
   * @param epoch of the owner that says so, or 0 when another says it
   * @param holders tokens of all members that may have that change or a later one
   * @param idleMillis time for which nobody had needed it when it was noted, so that it may be more
   *     by now; after long it may be forgotten
   */
  record Floor(SessionId session, long epoch, Stamp stamp, List<Long> holders, long idleMillis)
      implements OfSession {
    /** One of just now. */
    Floor(SessionId session, long epoch, Stamp stamp, List<Long> holders) {
      this(session, epoch, stamp, holders, 0);
    }

    /** The newer of two of a session; with the holders of both when they name the same change. */
    Floor merged(Floor other) {
      if (stamp.equals(other.stamp)) {
        List<Long> both = SessionCopy.union(holders, other.holders);
        return new Floor(session, epoch, stamp, both, Math.min(idleMillis, other.idleMillis));
      }
      return other.stamp.newerThan(stamp) ? other : this;
    }

    /** Tells whether who knows this one learns nothing from the other. */
    boolean covers(Floor other) {
      return stamp.equals(other.stamp)
          ? holders.containsAll(other.holders)
          : stamp.newerThan(other.stamp);
    }
  }

  /** "What do you know of primary views?" */
  record Census() implements Frame {}

  /**
   * "Do you agree to form this one?"
   *
   * @param byRank tokens of all members of the view; 0 of those that are silent and not part of it
   * @param all true to answer with all floors known, for members that were not told the last
   *     primary view
   * @param asked {@link Standing#changes} of each of them when it was asked, by rank; 0 of those
   *     that are silent. Whose knowledge has changed since does not agree
   */
  record Attempt(Formation formation, List<Long> byRank, boolean all, List<Long> asked)
      implements Frame {}

  /**
   * "This view is not primary."
   *
   * @param latest primary view known
   * @param byRank tokens of all members of the view
   */
  record Minority(Formation latest, List<Long> byRank) implements Frame {}

  /**
   * All have agreed, and the view is primary.
   *
   * @param previous number of the primary view that it follows
   * @param floors that any of them has heard of since then
   */
  record Formed(Formation formation, long previous, List<Floor> floors) implements Frame {}

  /** The sender may have agreed to the forming of its view before it saw it, or heard nothing. */
  record Early() implements Frame {}

  /** The sender is about to leave and takes no more copies. */
  record Leaving() implements Frame {}
}
