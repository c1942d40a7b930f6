package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * Finding and dropping of copies that were left behind: those of a member that was cut off or out
 * of the group, and those that came to a member late.
 *
 * <p>A member that may hold one tells all others what it holds, once; who cares for the session
 * notes it, and drops it when enough members have the newest content. No copy of the newest content
 * is dropped for that: its holder may be the only one to have it some day, and nobody would know.
 */
final class OutdatedCopies {
  private final Node node;
  private final Repair repair;

  OutdatedCopies(Node node, Repair repair) {
    this.node = node;
    this.repair = repair;
  }

  /**
   * Learns what the sender holds. The caller holds the entry's monitor.
   *
   * <p>A member that leaves is not noted: it waits until nobody counts on it.
   */
  void heard(Entry entry, Frame.Have have, SocketAddress sender) {
    SessionCopy copy = entry.copy();
    copy.onRelease(have.epoch(), sender); // an owner does not ask
    node.learnDecided(entry, have.held());
    if (!node.placement().isStaying(sender)) {
      return;
    }
    if (copy.isBlank()) {
      noteForCreation(entry, have.newest(), sender);
    } else if (have.newest().newerThan(copy.newest())) {
      entry.doubtful(!copy.isOwning());
      entry.surpassed(copy.isOwning());
      if (entry.isUnsettled()) {
        entry.holders().note(sender, have.newest());
      }
    } else if (isCaredFor(entry)) {
      boolean isOther = isPerhapsOther(entry, have, sender);
      noteHeld(entry, isOther ? have.newest().before() : have.newest(), sender);
      tellDecision(entry, have);
    }
  }

  /**
   * A member that has claimed a session of which nobody in its view knew may be about to create it
   * when one that was cut off comes back: what that one has is to be dropped then.
   */
  private static void noteForCreation(Entry entry, Stamp held, SocketAddress sender) {
    if (entry.copy().isOwning() && !held.equals(Stamp.NONE)) {
      entry.holders().note(sender, held);
    }
  }

  /**
   * Where all parts of a split group go on, two may have given one stamp to two contents; who took
   * the session over has compared those of which it was told.
   */
  private boolean isPerhapsOther(Entry entry, Frame.Have have, SocketAddress sender) {
    Stamp newest = entry.copy().newest();
    return !node.primary().isRuled()
        && entry.copy().isOwning()
        && entry.isFloorDue()
        && have.newest().equals(newest)
        && !newest.equals(entry.holders().of(sender));
  }

  /** It was out of the group, perhaps, when the others were told what became of its change. */
  private static void tellDecision(Entry entry, Frame.Have have) {
    Stamp open = have.undecided();
    SessionCopy copy = entry.copy();
    if (!open.equals(Stamp.NONE) && copy.stamp().equals(open) && !copy.isFree()) {
      entry.decision(new Frame.Decision(entry.session(), open, true));
    }
  }

  private static void noteHeld(Entry entry, Stamp held, SocketAddress sender) {
    Stamp noted = entry.holders().of(sender);
    boolean countsAsNewest = noted != null && !entry.copy().newest().newerThan(noted);
    if (countsAsNewest && entry.copy().newest().newerThan(held)) {
      entry.holders().remove(sender);
      entry.sent(sender, noted); // or it has got that since
    }
    if (!held.equals(Stamp.NONE)) {
      entry.holders().note(sender, held);
    }
  }

  /**
   * A copy came from a holder of an orphan, which others may have claimed or copied since. The
   * caller holds the entry's monitor.
   */
  void received(Entry entry, Stamp newest, SocketAddress sender) {
    entry.doubtful(!entry.copy().isOwning());
    if (!entry.copy().isOwning() && node.placement().isStaying(sender)) {
      entry.holders().note(sender, newest);
    }
  }

  /**
   * Looks whether the copy here was left behind: it came later than the word that there is
   * something newer, or before it, and perhaps after the word to drop it. The caller holds the
   * entry's monitor.
   */
  void check(Entry entry) {
    if (entry.copy().isLeftBehind()) {
      entry.doubtful(true);
    }
  }

  private boolean isCaredFor(Entry entry) {
    return entry.copy().isOwning() || repair.isOrphan(entry);
  }

  /**
   * Copies that are to be dropped now, since they are older than the content here, and enough
   * others are not. The caller holds the entry's monitor.
   */
  List<Holders.Held> known(Entry entry) {
    SessionCopy copy = entry.copy();
    boolean settled =
        !copy.isBlank() && !entry.isUnsettled() && copy.undecided() == null && !entry.isBusy();
    if (!settled || !isCaredFor(entry) || repair.isOlder(copy) || !repair.isEnough(entry)) {
      return List.of();
    }
    // one that is noted as just older may have another content of the newest stamp
    boolean isSure = node.primary().isRuled() || !entry.isFloorDue();
    Stamp newer = isSure ? copy.stamp() : copy.stamp().before();
    return entry.holders().all().stream()
        .filter(held -> newer.newerThan(held.newest()))
        .filter(held -> node.placement().isStaying(held.member()))
        .toList();
  }

  /**
   * Tells whether the copy here may be one that nobody knows of. The caller holds the entry's
   * monitor.
   */
  boolean isToTell(Entry entry) {
    if (!entry.copy().isBlank() && repair.isOrphan(entry)) {
      entry.orphaned();
    }
    return entry.isDoubtful() || entry.isLost();
  }

  /** Tells all others once what is held here. */
  void tell(Entry entry) {
    byte[] frame;
    boolean lost;
    synchronized (entry) {
      SessionCopy copy = entry.copy();
      boolean mayBeOwned = entry.isBusy() || copy.isOwning();
      if (mayBeOwned || (copy.isBlank() && !entry.isLost())) {
        entry.doubtful(mayBeOwned && !copy.isOwning());
        entry.lost(entry.isLost() && !copy.isOwning());
        return;
      }
      lost = entry.isLost() && copy.isBlank();
      if (lost) {
        entry.used(); // until all have answered
      }
      frame = FrameCodec.encode(Frame.Have.of(entry));
      entry.doubtful(false);
      entry.lost(false);
    }
    try {
      ask(entry, lost, frame);
    } catch (RuntimeException | Error e) {
      untold(entry, lost);
      throw e;
    }
  }

  private void ask(Entry entry, boolean lost, byte[] frame) {
    Duration longest = node.settings().acknowledgeTimeout();
    for (SocketAddress member : node.others()) {
      var unused =
          node.link()
              .ask(member, frame, longest)
              .whenComplete((answer, failure) -> answered(entry, lost, Verdict.of(answer)));
    }
  }

  private static void answered(Entry entry, boolean lost, Verdict verdict) {
    if (verdict == null || verdict == Verdict.LATER) {
      untold(entry, lost);
    }
  }

  private static void untold(Entry entry, boolean lost) {
    synchronized (entry) {
      boolean untold = !entry.copy().isOwning();
      entry.doubtful(untold);
      entry.lost(untold && lost && entry.copy().isBlank());
    }
  }
}
