package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Making of copies that a session lacks: by its owner, or by the holders of an orphan.
 *
 * <p>Used by background threads; a call that goes on meanwhile is not held up, since late copies
 * are harmless.
 */
final class Repair {
  private static final Logger LOG = LoggerFactory.getLogger(Repair.class);

  private final Node node;

  Repair(Node node) {
    this.node = node;
  }

  /**
   * Copies that a session lacks of the number configured, as far as this member is to care for it.
   * A removed one counts too as long as its reply is kept, since an older copy must not come back;
   * one that is not the newest does not.
   */
  int missing(Entry entry) {
    SessionCopy copy = entry.copy();
    if (copy.isFree() || isOlder(copy) || !isResponsible(entry)) {
      return 0;
    }
    return Math.max(0, node.backups() - staying(entry).size());
  }

  /** Tells whether newer content may live elsewhere. */
  boolean isOlder(SessionCopy copy) {
    return copy.isOutOfStep()
        && !copy.isOwning()
        && node.primary().tokens().mayComeBack(copy.floorHolders());
  }

  /**
   * Tells whether others, those that stay, are known to hold as many copies as wanted; none of a
   * tombstone without replies. The caller holds the entry's monitor.
   */
  boolean isEnough(Entry entry) {
    return entry.copy().isFree() || staying(entry).size() >= node.backups();
  }

  /**
   * Makes the copies that a session lacks of the number wanted, where members allow.
   *
   * @param next asked before each, may wait; false when no more are to be made
   * @return copies that other members, those that stay, have now
   */
  int mend(Entry entry, int wanted, BooleanSupplier next) {
    List<SocketAddress> have;
    synchronized (entry) {
      have = staying(entry);
    }
    int copies = have.size();
    for (SocketAddress member : node.candidates(entry)) {
      if (have.contains(member)) {
        continue;
      }
      if (copies >= wanted || !next.getAsBoolean()) {
        break;
      }
      if (offer(entry, member)) {
        copies++;
      }
    }
    return copies;
  }

  /** Copies that other members, those that stay, have as far as is known here. */
  int copies(Entry entry) {
    synchronized (entry) {
      return staying(entry).size();
    }
  }

  /** Asks the owner whether it does without the copy here. */
  boolean isKnownTo(Entry entry, SocketAddress owner) {
    Frame.Have have;
    synchronized (entry) {
      have = Frame.Have.of(entry);
    }
    return ask(owner, FrameCodec.encode(have)) == Verdict.ACK;
  }

  /**
   * Lets members that are about to leave go, once others have as many copies as there can be: those
   * that no primary view is formed with yet may take some soon. Not while a change is under way,
   * which a member may have that is to leave.
   */
  void release(Entry entry) {
    List<SocketAddress> others = new ArrayList<>(node.others());
    others.removeIf(member -> !node.placement().isStaying(member));
    List<Holders.Held> leaving;
    synchronized (entry) {
      if (entry.copy().isChanging() || (!isEnough(entry) && !staying(entry).containsAll(others))) {
        return;
      }
      leaving =
          entry.holders().all().stream()
              .filter(held -> !node.placement().isStaying(held.member()))
              .toList();
    }
    for (Holders.Held held : leaving) {
      node.dropAt(entry, held);
    }
  }

  /** Tells whether nobody owns this session, but this member has a copy. */
  boolean isOrphan(Entry entry) {
    SessionCopy copy = entry.copy();
    return !copy.isOwning() && !node.placement().isMember(copy.owner());
  }

  /**
   * Tells whether this member is to settle what the owner of an orphan left undecided. The caller
   * holds the entry's monitor.
   */
  boolean isToSettle(Entry entry) {
    SessionCopy copy = entry.copy();
    return copy.undecided() != null && !copy.isOwning() && !entry.isBusy() && isResponsible(entry);
  }

  /** The owner is responsible; of an orphan, the best-ranked member that is known to hold it. */
  private boolean isResponsible(Entry entry) {
    if (entry.copy().isOwning()) {
      return true;
    }
    if (!isOrphan(entry)) {
      return false;
    }
    List<SocketAddress> better = staying(entry);
    better.add(node.link().self());
    Placement.NamedView view = node.placement().view();
    return Objects.equals(view.best(entry.session(), better), node.link().self());
  }

  /** Members that have the newest content and are not about to leave. */
  private List<SocketAddress> staying(Entry entry) {
    List<SocketAddress> current = new ArrayList<>(entry.holders().current(entry.copy().newest()));
    current.removeIf(member -> !node.placement().isStaying(member));
    return current;
  }

  private boolean offer(Entry entry, SocketAddress member) {
    if (!makeKnown(entry, member)) {
      return false;
    }
    Frame.Copy whole;
    Frame.Have have;
    synchronized (entry) {
      SessionCopy copy = entry.copy();
      // once another owns it, a copy made here would be one that its owner does not know of
      if (copy.isBlank() || entry.isUnsettled() || !(copy.isOwning() || isOrphan(entry))) {
        return false;
      }
      Snapshot content = node.snapshot(entry);
      if (content == null) {
        return false;
      }
      entry.sent(member, content.newest());
      have = Frame.Have.of(entry);
      whole = new Frame.Copy(entry.session(), copy.epoch(), !copy.isOwning(), content);
    }
    Verdict verdict = whole.orphan() ? ask(member, FrameCodec.encode(have)) : Verdict.NEED_COPY;
    if (verdict == Verdict.NEED_COPY) {
      byte[] frame = FrameCodec.encode(whole);
      node.counters().replicatedBytes.add(frame.length);
      verdict = ask(member, frame);
      if (verdict == Verdict.ACK) {
        node.counters().repairs.increment();
      }
    }
    return note(entry, member, whole, verdict);
  }

  private boolean makeKnown(Entry entry, SocketAddress member) {
    OutOfStep outOfStep = new OutOfStep(node, entry);
    Frame.Floor floor = outOfStep.dueBefore(member);
    if (floor == null) {
      return true;
    }
    try {
      long longest = node.settings().callTimeout().toNanos();
      outOfStep.tell(floor, node.scheduler().nanoTime() + longest);
      return true;
    } catch (PropagationException e) {
      LOG.debug("{}: no copy of {} for {} yet", node.link().self(), entry.session(), member, e);
      return false;
    }
  }

  private static boolean note(
      Entry entry, SocketAddress member, Frame.Copy offered, Verdict verdict) {
    boolean superseded = verdict == Verdict.STALE || verdict == Verdict.STRANGER;
    synchronized (entry) {
      if (superseded) {
        entry.copy().surrender(offered.epoch());
      }
      // whoever has newer content of an orphan needs nothing from here
      if (verdict == Verdict.ACK || (verdict == Verdict.STALE && offered.orphan())) {
        entry.holders().note(member, offered.content().newest());
        tellDecided(entry, offered.content().undecided());
        return true;
      }
      return false;
    }
  }

  /** What was undecided in the copy may have been decided, and told to the others, on its way. */
  private static void tellDecided(Entry entry, Change sent) {
    if (sent != null && entry.copy().stamp().equals(sent.stamp())) {
      entry.decision(new Frame.Decision(entry.session(), sent.stamp(), true));
    }
  }

  private Verdict ask(SocketAddress member, byte[] frame) {
    Duration timeout = node.settings().acknowledgeTimeout();
    try {
      // the link ends it at the time-out; the longer wait here is a safeguard
      byte[] answer =
          node.scheduler()
              .get(
                  node.link().ask(member, frame, timeout),
                  timeout.plus(node.settings().callTimeout()));
      Verdict verdict = Verdict.of(answer);
      node.placement().answered(member);
      return verdict;
    } catch (ExecutionException | TimeoutException failed) {
      node.placement().wasSilent(member);
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
