package org.g2cl.propagation;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * One member's copy of a session: the replication protocol as a state machine.
 *
 * <p>Pure: events come in as method calls, decisions go out as results; no thread, no clock, no
 * I/O. The caller guards it by a lock. Members are opaque objects with {@code equals}. The rules
 * and why they hold: {@code docs/explanation/protocol.md}.
 */
final class SessionCopy {
  private final int repliesKept;
  private final Shared shared;

  private String bean;
  private long timeoutMillis;

  /** Highest claim known; changes of lower epochs are refused. */
  private long epoch;

  /** Member that made the claim, which may be gone since; null when it is not known. */
  private Object owner;

  /** True while this member is that owner and has the newest content. */
  private boolean owning;

  /** Highest version given out in the own epoch, those of aborted changes included. */
  private long lastVersion;

  private Stamp stamp = Stamp.NONE;

  /** Null when there is none, and while it is put away. */
  private byte[] state;

  /** Of the state, where it is known. */
  private int checksum;

  private boolean isSummed;

  /** True while nobody but this copy has the state's array, so that it may be written into. */
  private boolean isAlone;

  private PutAwayState away;
  private Replies replies = Replies.NONE;
  private Change undecided;

  /** Change of the own epoch that was sent and has not counted yet, or null. */
  private Stamp begun;

  /** Newest change of which is known that copies without it are out of step. */
  private Stamp floor = Stamp.NONE;

  /** Tokens of all members that may have that change, or a later one. */
  private List<Long> floorHolders = List.of();

  SessionCopy(int repliesKept, Shared shared) {
    this.repliesKept = repliesKept;
    this.shared = shared;
  }

  // ---------------------------------------------------------------- what is known

  String bean() {
    return bean;
  }

  long timeoutMillis() {
    return timeoutMillis;
  }

  long epoch() {
    return epoch;
  }

  Object owner() {
    return owner;
  }

  boolean isOwning() {
    return owning;
  }

  Stamp stamp() {
    return stamp;
  }

  /**
   * State, taken back into memory where it was put away, or null when there is none.
   *
   * @throws UnreadableStateException when it cannot be read; if it is gone, {@link #lose} is to
   *     follow
   */
  byte[] state() {
    if (away != null) {
      keep(away.read());
    }
    isAlone = false;
    return state;
  }

  /** The same, without taking it back. */
  private byte[] stateRead() {
    isAlone = false;
    return away == null ? state : away.read();
  }

  /** Checksum of the state in memory; 0 when there is none. */
  int checksum() {
    if (!isSummed && state != null) {
      checksum = Checksum.of(state);
      isSummed = true;
    }
    return isSummed ? checksum : 0;
  }

  /** Notes the checksum of a state, if it is the one that is kept. */
  void summed(byte[] of, int sum) {
    if (of == state && of != null) {
      checksum = sum;
      isSummed = true;
    }
  }

  private void keep(byte[] bytes) {
    isSummed &= bytes == state && bytes != null;
    isAlone = false;
    state = bytes;
    if (away != null) {
      away.delete();
      away = null;
    }
  }

  /** Bytes of the state that are in memory. */
  int bytesInMemory() {
    return state == null ? 0 : state.length;
  }

  /** Place for states that leave memory. */
  interface Shelf {
    PutAwayState put(String bean, byte[] state) throws IOException;
  }

  /**
   * Lets the state leave memory.
   *
   * @return whether there was one
   * @throws IOException when it cannot be put away; it stays in memory
   */
  boolean putAway(Shelf shelf) throws IOException {
    if (state == null) {
      return false;
    }
    away = shelf.put(bean, state);
    state = null;
    isSummed = false;
    return true;
  }

  /** The copy is not used any more. */
  void release() {
    keep(null);
  }

  Change undecided() {
    return undecided;
  }

  Stamp undecidedStamp() {
    return undecided == null ? Stamp.NONE : undecided.stamp();
  }

  /** Newest change here, whether it is decided or not. */
  Stamp newest() {
    return undecidedStamp().newerThan(stamp) ? undecidedStamp() : stamp;
  }

  /** Tells whether there is no content: nothing but, perhaps, a claim is known. */
  boolean isBlank() {
    return stamp.equals(Stamp.NONE) && undecided == null;
  }

  boolean isRemoved() {
    return !stamp.equals(Stamp.NONE) && state == null && away == null;
  }

  /** Tells whether a session of this id may be created. */
  boolean isFree() {
    return isBlank() || (isRemoved() && replies.isEmpty());
  }

  Stamp floor() {
    return floor;
  }

  List<Long> floorHolders() {
    return floorHolders;
  }

  /** Tells whether something newer is known to exist. */
  boolean isOutOfStep() {
    return floor.newerThan(stamp) && floor.newerThan(undecidedStamp());
  }

  /** Tells whether this is a backup's content, of which something newer is known to exist. */
  boolean isLeftBehind() {
    return !owning && !isBlank() && isOutOfStep();
  }

  Replies replies() {
    return replies;
  }

  byte[] replyTo(RequestId request) {
    return replies.to(request);
  }

  /** Tells whether a request without a known reply may have been executed long ago. */
  boolean isTooLate(RequestId request) {
    return replies.isTooLate(request);
  }

  /** Tells whether a later request of the same client has a known reply. */
  boolean hasLaterReply(RequestId request) {
    return replies.hasLater(request);
  }

  /**
   * All that there is.
   *
   * @throws UnreadableStateException when the state cannot be read; if it is gone, {@link #lose} is
   *     to follow
   */
  Snapshot snapshot(long idleMillis) {
    return new Snapshot(bean, timeoutMillis, idleMillis, stamp, stateRead(), replies, undecided);
  }

  /** Content as it is once the change is applied. */
  Snapshot snapshotWith(Change change, boolean isUndecided) {
    String name = Objects.requireNonNullElse(bean, ""); // null when dropped meanwhile
    if (isUndecided) {
      return new Snapshot(name, timeoutMillis, 0, stamp, stateRead(), replies, change);
    }
    return new Snapshot(
        name, timeoutMillis, 0, change.stamp(), change.state(), repliesAfter(change), null);
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
    abandon();
    epoch = claimed;
    owner = claimer;
    owning = false;
    return true;
  }

  /** The claimer does not own the session after all, so that nobody does. */
  void onRelease(long claimed, Object claimer) {
    if (claimed == epoch && claimer.equals(owner) && !owning) {
      owner = null;
    }
  }

  /**
   * Others may have gone on without this member: a claimer of which nothing has come since may own
   * the session no more, though it is there.
   */
  void doubtOwner() {
    boolean heard = undecidedStamp().epoch() == epoch || stamp.epoch() == epoch;
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
    lastVersion = Math.max(stamp.version(), undecidedStamp().version());
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

  /** Takes that content, though another may be newer, as a merge policy says. */
  void settleFor(Snapshot chosen) {
    // parts that went on apart may have given the same stamp to two states
    if (!chosen.stamp().equals(stamp) || !Arrays.equals(chosen.state(), stateRead())) {
      replace(chosen);
    }
  }

  /** Learns that copies without that change are out of step. */
  void raiseFloor(Stamp newest, List<Long> holders) {
    if (newest.newerThan(floor)) {
      floor = newest.equals(stamp) ? stamp : newest;
      floorHolders = shared.of(List.copyOf(holders));
    } else if (newest.equals(floor)) {
      floorHolders = shared.of(union(floorHolders, holders));
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

  /** Takes over what another copy knows better. */
  void absorb(Snapshot other) {
    if (other.stamp().newerThan(stamp) || bean == null) {
      bean = shared.of(other.bean());
      timeoutMillis = other.timeoutMillis();
      stamp = other.stamp();
      keep(other.state());
      replies = other.replies();
    }
    if (other.undecided() != null && other.undecided().stamp().newerThan(undecidedStamp())) {
      undecided = other.undecided();
    }
    if (undecided != null && !undecided.stamp().newerThan(stamp)) {
      undecided = null;
    }
  }

  // ---------------------------------------------------------------- the owner's calls

  /** Begins a session that no member knows. */
  void create(String beanName, long timeout) {
    bean = beanName;
    timeoutMillis = timeout;
  }

  /**
   * Numbers a change that is about to be sent.
   *
   * @return null when this member was fenced since the call was admitted
   */
  Change begin(long callEpoch, RequestId request, Update update) {
    if (!owns(callEpoch)) {
      return null;
    }
    if (undecided != null) {
      throw new IllegalStateException(
          "change %s of request %s is undecided; commit or abort it before the next prepare"
              .formatted(undecided.stamp(), undecided.request()));
    }
    lastVersion = nextVersion(lastVersion);
    begun = new Stamp(epoch, lastVersion);
    return new Change(begun, request, update.reply(), update.state().orElse(null));
  }

  /** Changes have even numbers; the odd ones are of those that did not come to be. */
  private static long nextVersion(long last) {
    return (last | 1) + 1;
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

  /** Tells whether this member still owns the session as at the call's admission. */
  boolean isOwnedAt(long callEpoch) {
    return owns(callEpoch);
  }

  /** Says how the undecided change of that stamp came out, if it is still the one. */
  void onDecision(Stamp decided, boolean committed) {
    if (undecided == null || !undecided.stamp().equals(decided)) {
      return;
    }
    if (committed) {
      hold(undecided);
    } else {
      pass(decided);
    }
    undecided = null;
  }

  /**
   * A change of the owner that did not come to be takes a number of its own, one higher: so copies
   * that know of it are told from those that never heard of it.
   */
  void pass(Stamp failed) {
    if (!stamp.newerThan(failed)) {
      stamp = failed.next();
      lastVersion = Math.max(lastVersion, stamp.version());
    }
  }

  /**
   * The owner lets the session go for good: a tombstone without replies, so that no older copy
   * comes back to life. It may be created again, by whoever claims it next.
   */
  void drop() {
    lastVersion = nextVersion(lastVersion);
    stamp = new Stamp(epoch, lastVersion);
    keep(null);
    replies = Replies.NONE;
    undecided = null;
    surrender(epoch);
  }

  private boolean owns(long callEpoch) {
    return owning && epoch == callEpoch;
  }

  // ---------------------------------------------------------------- a backup's messages

  /** The owner sends a change, made on the content of the base. */
  Verdict onUpdate(Stamp base, boolean isUndecided, Change change, Object sender) {
    Verdict refusal = refusal(base, change.stamp());
    return refusal == null ? follow(change, isUndecided, sender) : refusal;
  }

  /** The owner sends a change as a difference to the state of the base. */
  Verdict onPatch(Stamp base, boolean isUndecided, Patch patch, Object sender) {
    Verdict refusal = refusal(base, patch.stamp());
    if (refusal != null) {
      return refusal;
    }
    boolean mayWrite = isAlone && away == null && !isUndecided;
    byte[] before = stateRead();
    int sum = away == null ? checksum() : Checksum.of(before);
    Change change = patch.on(before, sum, mayWrite);
    if (change == null) {
      isAlone = mayWrite;
      return Verdict.NEED_COPY;
    }
    Verdict verdict = follow(change, isUndecided, sender);
    summed(change.state(), patch.checksum());
    isAlone = mayWrite || (change.state() != before && !isUndecided);
    return verdict;
  }

  /** Answer to a change that is not to be taken, or null; brings the content to the base. */
  private Verdict refusal(Stamp base, Stamp made) {
    if (made.epoch() < epoch || owns(made.epoch())) {
      return Verdict.STALE;
    }
    if (holds(made)) {
      return Verdict.ACK;
    }
    return bean == null || !settleOn(base) ? Verdict.NEED_COPY : null;
  }

  private Verdict follow(Change change, boolean isUndecided, Object sender) {
    follow(change.stamp().epoch(), sender);
    take(change, isUndecided);
    return Verdict.ACK;
  }

  /** The owner, or a holder of an orphan, sends the whole content. */
  Verdict onCopy(long ownersEpoch, boolean orphan, Snapshot content, Object sender) {
    if (ownersEpoch < epoch && !(orphan && mayKeep(content.newest()))) {
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
   * whoever claimed the session since may not have come to own it.
   */
  private boolean mayKeep(Stamp newest) {
    boolean newer = newest.newerThan(stamp) && newest.newerThan(undecidedStamp());
    return newer && !owning && !floor.newerThan(newest);
  }

  /** Hears by another than the owner that copies without a change are out of step. */
  void onFloor(Stamp newest, List<Long> holders) {
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
   */
  Verdict onHave(long ownersEpoch, Stamp held, Stamp heldUndecided, Object self) {
    if (ownersEpoch <= epoch && isClaimedBy(self)) {
      return Verdict.LATER;
    }
    if (ownersEpoch < epoch) {
      Stamp newest = heldUndecided.newerThan(held) ? heldUndecided : held;
      return mayKeep(newest) ? Verdict.NEED_COPY : Verdict.STALE;
    }
    learn(ownersEpoch);
    boolean same = stamp.equals(held) && undecidedStamp().equals(heldUndecided);
    return same || owning ? Verdict.ACK : Verdict.NEED_COPY;
  }

  /**
   * The owner does not need this copy any more.
   *
   * @param upTo newest content to drop; what is newer stays
   */
  void onDrop(long ownersEpoch, Stamp upTo) {
    boolean newer = stamp.newerThan(upTo) || undecidedStamp().newerThan(upTo);
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

  /** Forgets the content and keeps the claim, which goes on to fence. */
  void clear() {
    bean = null;
    stamp = Stamp.NONE;
    keep(null);
    replies = Replies.NONE;
    undecided = null;
  }

  private boolean holds(Stamp change) {
    return !change.newerThan(stamp) || !change.newerThan(undecidedStamp());
  }

  /** Brings the content to that stamp, which tells what became of an undecided change. */
  private boolean settleOn(Stamp base) {
    if (undecided != null && undecided.stamp().equals(base)) {
      hold(undecided);
    } else if (undecided != null && undecided.stamp().next().equals(base)) {
      pass(undecided.stamp());
    }
    if (!stamp.equals(base)) {
      return false;
    }
    undecided = null;
    return true;
  }

  /** Tells whether the content was overtaken by a later message of the same owner. */
  private boolean isLate(long ownersEpoch, Snapshot content) {
    boolean sameOwner = undecided != null && undecided.stamp().epoch() == ownersEpoch;
    return (sameOwner ? undecided.stamp() : stamp).newerThan(content.newest());
  }

  private void follow(long ownersEpoch, Object sender) {
    epoch = ownersEpoch;
    owner = sender;
    owning = false;
  }

  private void replace(Snapshot content) {
    bean = shared.of(content.bean());
    timeoutMillis = content.timeoutMillis();
    stamp = content.stamp();
    keep(content.state());
    replies = content.replies();
    undecided = content.undecided();
  }

  private void take(Change change, boolean isUndecided) {
    if (isUndecided) {
      undecided = change;
    } else {
      hold(change);
      undecided = null;
    }
  }

  private void hold(Change change) {
    stamp = change.stamp();
    keep(change.state());
    replies = repliesAfter(change);
  }

  /** Nobody can ask again for a request that was made up here; its reply would displace others. */
  private Replies repliesAfter(Change change) {
    return change.request().isMadeUp()
        ? replies
        : replies.with(change.request(), change.reply(), repliesKept);
  }
}
