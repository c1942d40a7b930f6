package org.g2cl.propagation;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * One member's copy of a session: the replication protocol as a state machine.
 *
 * <p>Events come in as method calls, decisions go out as results; no thread, no clock, and no I/O
 * but of a state that is put away, which is read from its file when it is needed. The caller guards
 * it by a lock. Members are opaque objects with {@code equals}. The rules and why they hold: {@code
 * docs/explanation/protocol.md}.
 */
final class SessionCopy extends CopyContent {
  /** Highest claim known; changes of lower epochs are refused. */
  private long epoch;

  /** Member that made the claim, which may be gone since; null when it is not known. */
  private Object owner;

  /** The highest claim, not heard of yet, that was given up already, or null. */
  private Claimed released;

  /** True while this member is that owner and has the newest content. */
  private boolean owning;

  /** Highest version given out in the own epoch, those of aborted changes included. */
  private long lastVersion;

  /** Change of the own epoch that was sent and has not counted yet, or null. */
  private Stamp begun;

  /** Newest change of which is known that copies without it are out of step. */
  private Stamp floor = Stamp.NONE;

  /** Tokens of all members that may have that change, or a later one. */
  private List<Long> floorHolders = List.of();

  SessionCopy(int repliesKept, Shared shared) {
    super(repliesKept, shared);
  }

  // ---------------------------------------------------------------- what is known

  long epoch() {
    return epoch;
  }

  Object owner() {
    return owner;
  }

  boolean isOwning() {
    return owning;
  }

  Stamp floor() {
    return floor;
  }

  List<Long> floorHolders() {
    return floorHolders;
  }

  /** Tells whether something newer is known to exist. */
  boolean isOutOfStep() {
    return floor.newerThan(stamp()) && floor.newerThan(undecidedStamp());
  }

  /** Tells whether this is a backup's content, of which something newer is known to exist. */
  boolean isLeftBehind() {
    return !owning && !isBlank() && isOutOfStep();
  }

  // ---------------------------------------------------------------- ownership

  /**
   * A member claims the session.
   *
   * @return true when the claim is accepted, which fences every owner before
   */
  boolean onClaim(long claimed, Object claimer) {
    if (claimed <= epoch) {
      return claimed == epoch && Objects.equals(owner, claimer);
    }
    Object next = isReleased(claimed, claimer) ? null : claimer;
    abandon();
    epoch = claimed;
    owner = next;
    owning = false;
    if (released != null && released.epoch() <= claimed) {
      released = null;
    }
    return true;
  }

  /**
   * The claimer does not own the session after all, so that nobody does. This may overtake the
   * claim, which comes in total order.
   */
  void onRelease(long claimed, Object claimer) {
    if (claimed > epoch) {
      if (released == null || claimed > released.epoch()) {
        released = new Claimed(claimed, claimer);
      }
    } else if (claimed == epoch && claimer.equals(owner) && !owning) {
      owner = null;
    }
  }

  /** Who claims again and again gives all of it up at once: the last claim, and those before. */
  private boolean isReleased(long claimed, Object claimer) {
    return released != null
        && released.epoch() >= claimed
        && Objects.equals(released.claimer(), claimer);
  }

  private record Claimed(long epoch, Object claimer) {}

  /**
   * Others may have gone on without this member: a claimer of which nothing has come since may own
   * the session no more, though it is there.
   */
  void doubtOwner() {
    boolean heard = undecidedStamp().epoch() == epoch || stamp().epoch() == epoch;
    if (!owning && !heard) {
      owner = null;
    }
  }

  /** Learns, as from a refusal, that a higher epoch exists, made by an unknown member. */
  void learn(long higher) {
    if (higher > epoch) {
      abandon();
      epoch = higher;
      owner = null;
      owning = false;
    }
  }

  /**
   * The own claim was accepted by all and the newest content absorbed.
   *
   * @return false when another claim came in between
   */
  boolean become(long claimed, Object self) {
    if (epoch != claimed || !self.equals(owner)) {
      return false;
    }
    owning = true;
    begun = null;
    lastVersion = Math.max(stamp().version(), undecidedStamp().version());
    return true;
  }

  /** Gives the ownership of that epoch up, because another member may have a later one. */
  void surrender(long ownEpoch) {
    if (owns(ownEpoch)) {
      abandon();
      owning = false;
      owner = null;
    }
  }

  /** Learns that copies without that change are out of step. */
  void raiseFloor(Stamp newest, List<Long> holders) {
    if (newest.newerThan(floor)) {
      floor = newest.equals(stamp()) ? stamp() : newest;
      floorHolders = shared().of(List.copyOf(holders));
    } else if (newest.equals(floor)) {
      floorHolders = shared().of(union(floorHolders, holders));
    }
  }

  /** All of both, each once. */
  static List<Long> union(List<Long> some, List<Long> others) {
    if (some.containsAll(others)) {
      return some;
    }
    Set<Long> all = new LinkedHashSet<>(some);
    all.addAll(others);
    return List.copyOf(all);
  }

  // ---------------------------------------------------------------- the owner's calls

  /**
   * Numbers a change that is about to be sent.
   *
   * @return null when this member was fenced since the call was admitted
   */
  Change begin(long callEpoch, RequestId request, Update update) {
    if (!owns(callEpoch)) {
      return null;
    }
    if (undecided() != null) {
      throw new IllegalStateException(
          "change %s of request %s is undecided; commit or abort it before the next prepare"
              .formatted(undecided().stamp(), undecided().request()));
    }
    lastVersion = nextVersion(lastVersion);
    begun = new Stamp(epoch, lastVersion);
    return new Change(begun, request, update.reply(), update.state().orElse(null));
  }

  /** Changes have even numbers; the odd ones are of those that did not come to be. */
  private static long nextVersion(long last) {
    return (last | 1) + 1;
  }

  /** Tells whether the content is of a change that was made, and not given up, in this epoch. */
  boolean isContentOfEpoch() {
    return stamp().epoch() == epoch && stamp().version() % 2 == 0;
  }

  /**
   * The change has its copies: takes it into the own one.
   *
   * @return false when this member was fenced in the meantime; then nothing is taken
   */
  boolean complete(Change change, boolean isUndecided) {
    if (!owns(change.stamp().epoch())) {
      return false;
    }
    take(change, isUndecided);
    begun = null;
    return true;
  }

  /** The change that was begun never counts, wherever it is. */
  void abandon() {
    if (begun != null && owning) {
      pass(begun);
    }
    begun = null;
  }

  /** Tells whether a change was sent that has not counted yet. */
  boolean isChanging() {
    return begun != null;
  }

  /** Tells whether this member still owns the session as at the call's admission. */
  boolean isOwnedAt(long callEpoch) {
    return owns(callEpoch);
  }

  @Override
  void pass(Stamp failed) {
    super.pass(failed);
    lastVersion = Math.max(lastVersion, stamp().version());
  }

  /**
   * The owner lets the session go for good: a tombstone without replies, so that no older copy
   * comes back to life. It may be created again, by whoever claims it next.
   */
  void drop() {
    lastVersion = nextVersion(lastVersion);
    bury(new Stamp(epoch, lastVersion));
    surrender(epoch);
  }

  private boolean owns(long callEpoch) {
    return owning && epoch == callEpoch;
  }

  // ---------------------------------------------------------------- a backup's messages

  /** The owner sends a change, made on the content of the base. */
  Verdict onUpdate(Stamp base, boolean isUndecided, Change change, Object sender) {
    Verdict refusal = refusal(base, change.stamp());
    if (refusal != null) {
      return refusal;
    }
    follow(change.stamp().epoch(), sender);
    take(change, isUndecided);
    return Verdict.ACK;
  }

  /** The owner sends a change as a difference to the state of the base. */
  Verdict onPatch(Stamp base, boolean isUndecided, Patch patch, Object sender) {
    Verdict refusal = refusal(base, patch.stamp());
    if (refusal != null) {
      return refusal;
    }
    if (!take(patch, isUndecided)) {
      return Verdict.NEED_COPY;
    }
    follow(patch.stamp().epoch(), sender);
    return Verdict.ACK;
  }

  /** Answer to a change that is not to be taken, or null; brings the content to the base. */
  private Verdict refusal(Stamp base, Stamp made) {
    if (made.epoch() < epoch || owns(made.epoch())) {
      return Verdict.STALE;
    }
    if (holds(made)) {
      return Verdict.ACK;
    }
    return bean() == null || !settleOn(base) ? Verdict.NEED_COPY : null;
  }

  /**
   * The owner, or a holder of an orphan, sends the whole content.
   *
   * @param isFloorLost true when all that may have what the floor is about are gone for good
   */
  Verdict onCopy(
      long ownersEpoch, boolean orphan, Snapshot content, Object sender, boolean isFloorLost) {
    if (ownersEpoch < epoch && !(orphan && mayKeep(content.newest(), isFloorLost))) {
      return Verdict.STALE;
    }
    if (owns(ownersEpoch)) {
      return Verdict.ACK;
    }
    if (orphan) {
      learn(ownersEpoch);
      absorb(content);
    } else if (!isLate(ownersEpoch, content)) {
      follow(ownersEpoch, sender);
      replace(content);
    }
    return Verdict.ACK;
  }

  /**
   * Tells whether content of an earlier epoch may be the newest one for all that is known here:
   * whoever claimed the session since may not have come to own it, and what was newer may be lost.
   */
  private boolean mayKeep(Stamp newest, boolean isFloorLost) {
    boolean newer = newest.newerThan(stamp()) && newest.newerThan(undecidedStamp());
    return newer && !owning && (isFloorLost || !floor.newerThan(newest));
  }

  /**
   * Hears by another than the owner that copies without a change are out of step. A change of a
   * later epoch shows an owner that another has taken over from it.
   */
  void onFloor(Stamp newest, List<Long> holders) {
    if (owning) {
      learn(newest.epoch());
    }
    if (!owning) {
      raiseFloor(newest, holders);
    }
  }

  /**
   * The owner says that copies without a change are out of step. One here is kept: should all that
   * have the change be lost, it is the newest.
   */
  Verdict onFloor(long ownersEpoch, Stamp newest, List<Long> holders, Object sender) {
    if (ownersEpoch < epoch) {
      return Verdict.STALE;
    }
    if (!owns(ownersEpoch)) {
      follow(ownersEpoch, sender);
      raiseFloor(newest, holders);
    }
    return Verdict.ACK;
  }

  /** Tells whether this member has claimed the session and does not own it, perhaps not yet. */
  boolean isClaimedBy(Object self) {
    return !owning && self != null && self.equals(owner);
  }

  /**
   * A holder asks whether this member has as much. An owner of an earlier epoch owns no more. Who
   * is claiming the session cares for it soon, or not, and has perhaps heard of the asker's copy by
   * the answer to its claim, or not.
   *
   * @param isFloorLost true when all that may have what the floor is about are gone for good
   */
  Verdict onHave(
      long ownersEpoch, Stamp held, Stamp heldUndecided, Object self, boolean isFloorLost) {
    if (ownersEpoch <= epoch && isClaimedBy(self)) {
      return Verdict.LATER;
    }
    if (ownersEpoch < epoch) {
      return mayKeep(Stamp.newer(held, heldUndecided), isFloorLost)
          ? Verdict.NEED_COPY
          : Verdict.STALE;
    }
    learn(ownersEpoch);
    boolean same = stamp().equals(held) && undecidedStamp().equals(heldUndecided);
    return same || owning ? Verdict.ACK : Verdict.NEED_COPY;
  }

  /**
   * The owner does not need this copy any more.
   *
   * @param upTo newest content to drop; what is newer stays
   */
  void onDrop(long ownersEpoch, Stamp upTo) {
    boolean newer = stamp().newerThan(upTo) || undecidedStamp().newerThan(upTo);
    if (ownersEpoch >= epoch && !newer && !owning) {
      clear();
    }
  }

  /**
   * The content cannot be read any more, and ownership is given up. That older copies are out of
   * step was made known, if there were any, before the content counted.
   */
  void lose() {
    surrender(epoch);
    clear();
  }

  /**
   * The time of this backup's content is over. That there was something newer stays known. Of an
   * orphan a tombstone stays, right below the content: an older copy that seems younger is not gone
   * on from, another copy of the same content is. An undecided change is to be settled before.
   */
  void expire(boolean isOwnerless) {
    if (isOutOfStep()) {
      clear();
    } else if (isOwnerless && undecided() == null) {
      bury(stamp().before());
      floor = Stamp.NONE; // the tombstone says as much
      floorHolders = List.of();
    }
  }

  /**
   * Tells whether the content was overtaken by a later message of the same owner, such as the word
   * what became of the change that is undecided in it.
   */
  private boolean isLate(long ownersEpoch, Snapshot content) {
    boolean sameOwner = undecided() != null && undecided().stamp().epoch() == ownersEpoch;
    boolean isDecided = content.undecided() != null && content.newest().equals(stamp());
    return isDecided || (sameOwner ? undecided().stamp() : stamp()).newerThan(content.newest());
  }

  private void follow(long ownersEpoch, Object sender) {
    epoch = ownersEpoch;
    owner = sender;
    owning = false;
  }
}
