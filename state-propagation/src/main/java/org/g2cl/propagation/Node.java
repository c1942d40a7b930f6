package org.g2cl.propagation;

import java.net.SocketAddress;
import java.util.List;
import org.g2cl.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the parts of one member share. */
record Node(
    Scheduler scheduler,
    PropagationSettings settings,
    GroupLink link,
    Placement placement,
    Vanished vanished,
    PrimaryView primary,
    SessionTable table,
    OutcomeLog outcomes,
    Counters counters,
    Backlog backlog) {
  private static final Logger LOG = LoggerFactory.getLogger(Node.class);

  /** Copies that a session is to have besides the owner's, in the view of this moment. */
  int backups() {
    return switch (settings.mode()) {
      case SYNCHRONOUS, ASYNCHRONOUS -> settings.backups();
      case MAJORITY -> placement.view().members().size() / 2;
      case ALL -> staying();
    };
  }

  /** Acknowledgements without which a call does not go on while others are in the view. */
  int required() {
    return switch (settings.mode()) {
      case SYNCHRONOUS, ASYNCHRONOUS -> Math.min(1, settings.backups());
      case MAJORITY, ALL -> Math.min(backups(), staying());
    };
  }

  private int staying() {
    int staying = 0;
    for (SocketAddress member : others()) {
      staying += placement.isStaying(member) && primary.isPart(member) ? 1 : 0;
    }
    return staying;
  }

  /** Other members that may hold copies of a session, the best first. */
  List<SocketAddress> candidates(Entry entry) {
    Placement.NamedView view = placement.view();
    List<SocketAddress> ranked;
    synchronized (entry) {
      ranked = entry.ranked(view);
    }
    List<SocketAddress> candidates = placement.candidates(ranked);
    if (primary.areAllPart(view.members())) { // as at nearly every call, and then known at once
      return candidates;
    }
    for (SocketAddress candidate : candidates) { // a stream costs more than all else here
      if (!primary.isPart(candidate)) {
        return candidates.stream().filter(primary::isPart).toList();
      }
    }
    return candidates;
  }

  /**
   * Content of the session here, or null when it is gone: then there is none from now on, and
   * members that have it are asked for it. The caller holds the entry's monitor.
   *
   * @throws UnreadableStateException when it cannot be read just now
   */
  Snapshot snapshot(Entry entry) {
    try {
      return entry.copy().snapshot(entry.idleMillis());
    } catch (UnreadableStateException e) {
      lost(entry, e);
      return null;
    }
  }

  /**
   * Takes the state back into memory; false when it is gone: then there is none from now on. The
   * caller holds the entry's monitor.
   *
   * @throws UnreadableStateException when it cannot be read just now
   */
  boolean takeBack(Entry entry) {
    try {
      entry.copy().state();
      return true;
    } catch (UnreadableStateException e) {
      lost(entry, e);
      return false;
    }
  }

  /**
   * The state here cannot be read. When it is gone, that is told to the others by the keeper, until
   * they know. The caller holds the entry's monitor.
   *
   * @throws UnreadableStateException when it is not gone, the same
   */
  void lost(Entry entry, UnreadableStateException cause) {
    if (!cause.isGone()) {
      throw cause;
    }
    counters.unreadable.increment();
    long lost = counters.unreadable.sum();
    if (Long.bitCount(lost) == 1) { // a folder that was emptied would fill the log
      LOG.error(
          "{}: session {}: {}. Its copy here is lost, other members' are used; so far {} were lost",
          link.self(),
          entry.session(),
          cause.getMessage(),
          lost);
    }
    entry.copy().lose();
    entry.holders().clear();
    entry.used();
    entry.lost(true);
  }

  /**
   * Tells a member that its copy is not needed any more, unless it is known to hold more by now.
   * When it does not answer, and the copy is an outdated one, it counts as a holder again.
   */
  void dropAt(Entry entry, Holders.Held unneeded) {
    SocketAddress member = unneeded.member();
    Stamp held = unneeded.newest();
    Frame.Drop drop;
    byte[] frame;
    synchronized (entry) {
      if (!held.equals(entry.holders().of(member))) {
        return;
      }
      // it may have heard since that its change was aborted, which has the next number
      boolean older = entry.copy().newest().newerThan(held.next());
      drop = new Frame.Drop(entry.session(), entry.copy().epoch(), older ? held.next() : held);
      frame = FrameCodec.encode(drop);
      entry.holders().remove(member);
    }
    try {
      var unused =
          link.askSurely(member, frame, settings.acknowledgeTimeout())
              .whenComplete(
                  (answer, failure) -> {
                    if (failure != null) {
                      noteUndropped(entry, member, drop.upTo());
                    }
                  });
    } catch (RuntimeException | Error e) {
      noteUndropped(entry, member, drop.upTo());
      throw e;
    }
  }

  private void noteUndropped(Entry entry, SocketAddress member, Stamp held) {
    synchronized (entry) {
      if (placement.isStaying(member) && entry.copy().stamp().newerThan(held)) {
        entry.holders().note(member, held);
      }
    }
  }

  /**
   * Tells the copies how a prepared change came out, unless a later change has told them; again at
   * the next time when one does not answer.
   */
  void tellDecision(Entry entry) {
    Frame.Decision decision;
    byte[] frame;
    List<SocketAddress> holders;
    synchronized (entry) {
      decision = entry.decision();
      if (decision == null) {
        return;
      }
      frame = FrameCodec.encode(decision);
      holders = entry.holders().members();
      entry.decision(null);
    }
    try {
      holders.forEach(holder -> tellDecision(entry, holder, decision, frame));
    } catch (RuntimeException | Error e) {
      keepUntold(entry, decision);
      throw e;
    }
  }

  private void tellDecision(
      Entry entry, SocketAddress holder, Frame.Decision decision, byte[] frame) {
    var unused =
        link.askSurely(holder, frame, settings.acknowledgeTimeout())
            .whenComplete(
                (answer, failure) -> {
                  if (failure != null && placement.isStaying(holder)) {
                    keepUntold(entry, decision);
                  }
                });
  }

  /**
   * Another member holds that change as decided, so it came to be: what is undecided of it here is
   * not. Parts that went on apart may have given one stamp to two changes. The caller holds the
   * entry's monitor.
   */
  void learnDecided(Entry entry, Stamp held) {
    if (primary.isRuled() && !entry.isUnsettled()) {
      entry.copy().onDecision(held, true);
    }
  }

  private static void keepUntold(Entry entry, Frame.Decision decision) {
    synchronized (entry) {
      boolean latest =
          entry.decision() == null && !entry.copy().newest().newerThan(decision.stamp().next());
      if (latest) {
        entry.decision(decision);
      }
    }
  }

  /**
   * Lets a session that this member owns go for good. The caller holds the entry's monitor, and
   * then tells the others without it.
   *
   * @return what to {@link #tellOthers tell}
   */
  static Frame.Drop drop(Entry entry) {
    entry.copy().drop();
    entry.used(); // the tombstone is kept from now on
    entry.holders().clear();
    return new Frame.Drop(entry.session(), entry.copy().epoch(), entry.copy().stamp());
  }

  /**
   * Gives up a session that this member owns and has not settled: the background settles what
   * nobody owns, before markers are swept that tell of it. Does nothing when it is not owned.
   */
  void giveUp(Entry entry) {
    long epoch;
    synchronized (entry) {
      epoch = entry.copy().epoch();
      if (!entry.copy().isOwning()) {
        return;
      }
      entry.copy().surrender(epoch);
      entry.doubtful(true);
    }
    tellOthers(new Frame.Release(entry.session(), epoch));
  }

  void tellOthers(Frame frame) {
    link.tell(others(), FrameCodec.encode(frame));
  }

  List<SocketAddress> others() {
    Placement.NamedView view = placement.view();
    return view.members().stream().filter(member -> !member.equals(view.self())).toList();
  }
}
