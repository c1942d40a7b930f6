package org.g2cl.propagation;

import java.util.concurrent.TimeUnit;

/** Rules of time: what goes when. The caller holds the entry's monitor. */
final class Expiry {
  /** Part of a session's time-out after which an owner tells the copies of calls they missed. */
  private static final int TOUCHES = 4;

  /** What a copy's knowledge may lag behind besides: scans and messages. */
  private static final long LAG_MILLIS = TimeUnit.SECONDS.toMillis(2);

  private final long tombstoneMillis;
  private final long fenceMillis;

  Expiry(PropagationSettings settings) {
    tombstoneMillis = settings.tombstoneRetention().toMillis();
    fenceMillis = 2 * settings.callTimeout().toMillis();
  }

  /** The session was not used for its time-out, as far as is known here. */
  static boolean isOver(Entry entry) {
    long timeout = entry.copy().timeoutMillis();
    boolean there = !entry.copy().isBlank() && !entry.copy().isRemoved();
    return timeout > 0 && there && entry.idleMillis() > timeout;
  }

  /** The tombstone or fence has served, or what is undecided was not settled in all that time. */
  boolean isForgettable(Entry entry) {
    SessionCopy copy = entry.copy();
    long idle = entry.idleMillis();
    if (entry.isBusy() || entry.isLost()) {
      return false;
    }
    if (copy.isBlank()) {
      return idle > (copy.floor().equals(Stamp.NONE) ? fenceMillis : tombstoneMillis);
    }
    if (copy.isRemoved()) {
      return idle > tombstoneMillis;
    }
    return isLeftOver(entry, fenceMillis);
  }

  /**
   * Looks after the entry: the session of a call that runs here does not grow old, since the call
   * may last longer than copies live that hear of no use; and a backup's content goes when its time
   * is over. That of an owner that is there stays until it should have dropped it so long ago that
   * it has forgotten it.
   */
  void tend(Entry entry, boolean isOrphan) {
    if (entry.isBusy() && entry.copy().isOwning()) {
      entry.used();
    }
    letGo(entry, isOrphan || isLeftOver(entry, fenceMillis));
  }

  /**
   * The copy's owner should have dropped it long ago. It must not be gone on from, as an older copy
   * could be that comes back when those of later changes are forgotten.
   */
  static boolean isLeftOver(Entry entry) {
    return isLeftOver(entry, 0);
  }

  private static boolean isLeftOver(Entry entry, long besides) {
    SessionCopy copy = entry.copy();
    long timeout = copy.timeoutMillis();
    boolean isThere = !copy.isOwning() && !copy.isBlank() && !copy.isRemoved();
    long longestAfter = timeout / TOUCHES + LAG_MILLIS + besides; // with the time-out, it overflows
    return isThere && timeout > 0 && entry.idleMillis() - timeout > longestAfter;
  }

  /**
   * Lets a backup's content go whose time is over, but for that of an owner that is there, which is
   * to drop it. What must be remembered of the content is kept from now on.
   *
   * @param isOwnerless whether no owner is there that is to drop it
   */
  static void letGo(Entry entry, boolean isOwnerless) {
    if (!entry.isBusy()) {
      letGoInCall(entry, isOwnerless);
    }
  }

  /** The same for the call that is in it. */
  static void letGoInCall(Entry entry, boolean isOwnerless) {
    if (isLeftOver(entry)) {
      entry.copy().expire(isOwnerless);
      if (!isLeftOver(entry)) {
        entry.used();
        doubtTombstone(entry, isOwnerless);
      }
    }
  }

  /** Others may have gone on with the session meanwhile, and know nothing of the tombstone here. */
  private static void doubtTombstone(Entry entry, boolean isOwnerless) {
    if (isOwnerless && !entry.copy().isBlank()) {
      entry.doubtful(true);
    }
  }

  /** The session is in use, but its copies have not heard of it for long. */
  boolean isTouchDue(Entry entry) {
    SessionCopy copy = entry.copy();
    return copy.isOwning()
        && !copy.isBlank()
        && copy.timeoutMillis() > 0
        && entry.untoldMillis() > copy.timeoutMillis() / TOUCHES;
  }
}
