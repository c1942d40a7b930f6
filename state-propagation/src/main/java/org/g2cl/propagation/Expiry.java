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

  /** The session was not used for its time-out; asked by its owner. */
  boolean isOver(Entry entry) {
    long timeout = entry.copy().timeoutMillis();
    boolean there = !entry.copy().isBlank() && !entry.copy().isRemoved();
    return timeout > 0 && there && entry.idleMillis() > timeout;
  }

  /**
   * Lets a session go whose time is over. Its replies are kept until a removed one's would be. The
   * caller holds the entry's monitor.
   *
   * @return what to tell the others, or null when nothing: then its copies are replaced
   */
  Frame.Drop end(Entry entry) {
    if (keepsReplies(entry)) {
      entry.copy().expire();
      return null;
    }
    return Node.drop(entry);
  }

  private boolean keepsReplies(Entry entry) {
    SessionCopy copy = entry.copy();
    boolean isSettled = copy.undecided() == null;
    return isSettled && !copy.replies().isEmpty() && entry.idleMillis() <= tombstoneMillis;
  }

  /**
   * Looks whether the copy's owner should have let the session go long ago; then its replies are
   * all that stays.
   *
   * @return true when nothing has to stay: that is so too when the tombstone or fence has served
   */
  boolean isForgettable(Entry entry) {
    boolean isOver = isLeftOver(entry);
    if (isOver && keepsReplies(entry)) {
      entry.copy().wither();
      return false;
    }
    return isOver || hasServed(entry);
  }

  private boolean hasServed(Entry entry) {
    SessionCopy copy = entry.copy();
    long idle = entry.idleMillis();
    if (entry.isBusy() || entry.isLost()) {
      return false;
    }
    if (copy.isBlank()) {
      return idle > (copy.floor().equals(Stamp.NONE) ? fenceMillis : tombstoneMillis);
    }
    return copy.isRemoved() && idle > tombstoneMillis;
  }

  private static boolean isLeftOver(Entry entry) {
    SessionCopy copy = entry.copy();
    long timeout = copy.timeoutMillis();
    return !copy.isOwning()
        && !entry.isBusy()
        && !copy.isBlank()
        && !copy.isRemoved()
        && timeout > 0
        && entry.idleMillis() > timeout + timeout / TOUCHES + LAG_MILLIS;
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
