package org.g2cl.propagation;

import java.net.SocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.g2cl.Scheduler;

/**
 * A session in this member's table: its copy, who is in it, and who else holds it.
 *
 * <p>Its monitor guards everything in it, {@link #copy()} included, and is never held while waiting
 * for another member.
 */
final class Entry {
  /** Longer than any time-out of a session that is watched. */
  private static final long UNTOLD_NANOS = Long.MAX_VALUE / 4;

  private final Scheduler scheduler;
  private final SessionId session;
  private final SessionCopy copy;

  private boolean busy;
  private boolean discarded;

  /** Nobody has used it, so {@link #lastUse} is only when it was made. */
  private boolean fresh = true;

  private long lastUse;

  /** Last use that the copies know of. */
  private long lastTold;

  /** Null when there are none. */
  private Unheard unheard;

  private Frame.Decision decision;

  /** Null where this member never had to know. */
  private Holders holders;

  /** Null where none is. */
  private Map<SocketAddress, Stamp> asked;

  private boolean floorDue;
  private boolean doubtful;
  private boolean lost;
  private boolean surpassed;

  /** Epoch in which the session was seen to be an orphan, the last one. */
  private long orphanAt;

  private AfterMerge afterMerge = AfterMerge.NONE;

  private Placement.NamedView rankedFor;
  private List<SocketAddress> ranked;

  Entry(Scheduler scheduler, SessionId session, int repliesKept, Shared shared) {
    this.scheduler = scheduler;
    this.session = session;
    this.copy = new SessionCopy(repliesKept, shared);
    this.lastUse = scheduler.nanoTime();
    this.lastTold = lastUse;
  }

  SessionId session() {
    return session;
  }

  SessionCopy copy() {
    return copy;
  }

  // ---------------------------------------------------------------- one call at a time

  /**
   * Lets a call in, or waits until the one before has ended.
   *
   * @return false when the entry was discarded meanwhile and another is to be used
   * @throws SessionBusyException when the call before does not end by the deadline
   */
  synchronized boolean enter(long deadlineNanos) throws PropagationException {
    try {
      awaitTurn(deadlineNanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PropagationException(
          "session %s: interrupted while another call held it".formatted(session), e);
    }
    busy = !discarded;
    fresh = false;
    return busy;
  }

  private void awaitTurn(long deadlineNanos) throws InterruptedException, SessionBusyException {
    while (busy) {
      long left = deadlineNanos - scheduler.nanoTime();
      if (left <= 0) {
        throw new SessionBusyException(
            "session %s: another call did not end in time; try again".formatted(session));
      }
      scheduler.await(this, left);
    }
  }

  synchronized void leave() {
    busy = false;
    scheduler.signalAll(this);
  }

  boolean isBusy() {
    return busy;
  }

  boolean isDiscarded() {
    return discarded;
  }

  void discard() {
    discarded = true;
    scheduler.signalAll(this);
  }

  // ---------------------------------------------------------------- time

  void used() {
    lastUse = scheduler.nanoTime();
    fresh = false;
  }

  boolean hasState() {
    return !copy.isBlank() && !copy.isRemoved();
  }

  /**
   * A floor came: what has no state of its own is kept for that, but no longer than where the floor
   * came from, or members would keep it alive for each other. A copy grows no younger.
   *
   * @param idleMillis time for which nobody has needed it there
   */
  void toldOfFloor(long idleMillis) {
    if (fresh && copy.isBlank()) {
      usedBefore(idleMillis);
    } else if (!hasState()) {
      usedAtLeast(idleMillis);
    }
  }

  void usedBefore(long idleMillis) {
    used();
    lastUse -= TimeUnit.MILLISECONDS.toNanos(idleMillis);
  }

  /** The session was used that long ago or later. */
  void usedAtLeast(long idleMillis) {
    long use = scheduler.nanoTime() - TimeUnit.MILLISECONDS.toNanos(idleMillis);
    fresh = false;
    if (use - lastUse > 0) {
      lastUse = use;
    }
  }

  long idleMillis() {
    return TimeUnit.NANOSECONDS.toMillis(scheduler.nanoTime() - lastUse);
  }

  void told() {
    lastTold = lastUse;
  }

  /** The copies may not know of the last use. */
  void untold() {
    lastTold = lastUse - UNTOLD_NANOS;
  }

  long untoldMillis() {
    return TimeUnit.NANOSECONDS.toMillis(lastUse - lastTold);
  }

  // ---------------------------------------------------------------- decisions

  /** Decision that the copies have not been told yet, or null. */
  Frame.Decision decision() {
    return decision;
  }

  void decision(Frame.Decision latest) {
    decision = latest;
  }

  // ---------------------------------------------------------------- owners that were not heard

  /** Owners before this one that may have gone on unseen, or null when there is none. */
  Unheard unheard() {
    return unheard;
  }

  /** Owners from that epoch on were not heard; 0 for none. */
  void unheardFrom(long epoch) {
    unheard = epoch == 0 ? null : new Unheard(epoch);
  }

  // ---------------------------------------------------------------- parts of a split group

  /** Parts that may have gone on with the session apart are one again. */
  void merged() {
    afterMerge = copy.isBlank() ? AfterMerge.NONE : AfterMerge.begun();
  }

  /**
   * Others hold something else than what was chosen, until a change makes that the newest.
   *
   * @param anew whether it was chosen just now, rather than made by who knew the others
   */
  void unsettled(boolean anew) {
    afterMerge = anew ? AfterMerge.begun() : afterMerge.again();
  }

  /**
   * The claimer of that epoch is told the content here.
   *
   * @param isAfterMerge whether this member has seen parts become one again
   */
  void told(long epoch, boolean isAfterMerge) {
    if (isAfterMerge && copy.isBlank() && afterMerge == AfterMerge.NONE) {
      afterMerge = AfterMerge.ofNothing();
    }
    afterMerge.told(epoch);
  }

  AfterMerge afterMerge() {
    return afterMerge;
  }

  /** The content here may be one of several that parts of the group have made. */
  boolean isUnsettled() {
    return afterMerge.isOpen() && !copy.isBlank();
  }

  /** Content with that change may be of who did not know what is here. */
  boolean refuses(Stamp newest) {
    return afterMerge.refuses(newest) && !copy.isBlank();
  }

  // ---------------------------------------------------------------- who else has it

  /**
   * Members that were sent content and may have it or get it late, though they have not said so,
   * with the newest that they were sent; not to be changed.
   */
  Map<SocketAddress, Stamp> asked() {
    return asked == null ? Map.of() : asked;
  }

  /** The member is sent that much; something newer that it was sent before may still arrive. */
  void sent(SocketAddress member, Stamp newest) {
    if (asked == null) {
      asked = new HashMap<>(2);
    }
    asked.merge(member, newest, (before, now) -> now.newerThan(before) ? now : before);
  }

  /** What the member was sent has arrived, or will not, or is known in another way. */
  void notAsked(SocketAddress member) {
    if (asked != null) {
      asked.remove(member);
      asked = asked.isEmpty() ? null : asked;
    }
  }

  /** The same for all. */
  void noneAsked() {
    asked = null;
  }

  /** The next change must make known that copies without it are out of step. */
  boolean isFloorDue() {
    return floorDue;
  }

  void floorDue(boolean due) {
    floorDue = due;
  }

  /** Others may not know of the copy here, or may have a newer one. */
  boolean isDoubtful() {
    return doubtful;
  }

  void doubtful(boolean isSo) {
    doubtful = isSo;
  }

  /** The copy here is lost, and others may count on it. */
  boolean isLost() {
    return lost;
  }

  void lost(boolean isSo) {
    lost = isSo;
  }

  /**
   * A change of an earlier owner, which never counted, has a higher number elsewhere than the
   * content here, which this member owns: a copy of that is not told from a newer one.
   */
  boolean isSurpassed() {
    return surpassed && copy.isOwning();
  }

  void surpassed(boolean isSo) {
    surpassed = isSo;
  }

  /** The session is an orphan: what its owner knew of the copies is lost. */
  void orphaned() {
    if (orphanAt != copy.epoch()) {
      orphanAt = copy.epoch();
      doubtful = true;
    }
  }

  Holders holders() {
    if (holders == null) {
      holders = new Holders();
    }
    return holders;
  }

  /** Other members, the best for this session first. */
  List<SocketAddress> ranked(Placement.NamedView view) {
    if (rankedFor != view) {
      ranked = view.ranked(session);
      rankedFor = view;
    }
    return ranked;
  }
}
