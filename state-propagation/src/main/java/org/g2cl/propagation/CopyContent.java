package org.g2cl.propagation;

import java.util.Arrays;
import java.util.Objects;

/**
 * Content of one member's copy of a session, whoever owns the session.
 *
 * <p>What is to be made for a change is made before anything of it is taken: where memory does not
 * suffice, none of the change is here, rather than its state without its reply.
 */
abstract class CopyContent {
  private final int repliesKept;
  private final Shared shared;
  private final HeldState state = new HeldState();
  private String bean;
  private long timeoutMillis;
  private Stamp stamp = Stamp.NONE;
  private Replies replies = Replies.NONE;
  private Change undecided;

  CopyContent(int repliesKept, Shared shared) {
    this.repliesKept = repliesKept;
    this.shared = shared;
  }

  /** What copies have in common is kept once. */
  final Shared shared() {
    return shared;
  }

  // ---------------------------------------------------------------- what is known

  final String bean() {
    return bean;
  }

  final long timeoutMillis() {
    return timeoutMillis;
  }

  final Stamp stamp() {
    return stamp;
  }

  /**
   * State, taken back into memory where it was put away, or null when there is none.
   *
   * @throws UnreadableStateException when it cannot be read; if it is gone, {@link
   *     SessionCopy#lose} is to follow
   */
  final byte[] state() {
    return state.bytes();
  }

  /** Checksum of the state in memory; 0 when there is none. */
  final int checksum() {
    return state.checksum();
  }

  /** Notes the checksum of a state, if it is the one that is kept. */
  final void summed(byte[] of, int sum) {
    state.summed(of, sum);
  }

  /** Bytes of the state that are in memory. */
  final int bytesInMemory() {
    return state.inMemory();
  }

  /** Tells whether the state is not in memory. */
  final boolean isPutAway() {
    return state.isAway();
  }

  /** State in memory, which nobody changes from now on, or null. */
  final byte[] toPutAway() {
    return state.toPutAway();
  }

  /**
   * Lets that state leave memory.
   *
   * @param where it has been put
   * @return false when there is another by now, which stays
   */
  final boolean putAway(byte[] that, PutAwayState where) {
    return state.putAway(that, where);
  }

  /** The copy is not used any more. */
  final void release() {
    state.keep(null);
  }

  final Change undecided() {
    return undecided;
  }

  final Stamp undecidedStamp() {
    return undecided == null ? Stamp.NONE : undecided.stamp();
  }

  /** Newest change here, whether it is decided or not. */
  final Stamp newest() {
    return Stamp.newer(stamp, undecidedStamp());
  }

  /** Tells whether there is no content: nothing but, perhaps, a claim is known. */
  final boolean isBlank() {
    return stamp.equals(Stamp.NONE) && undecided == null;
  }

  final boolean isRemoved() {
    return !stamp.equals(Stamp.NONE) && state.isNone();
  }

  /** Tells whether a session of this id may be created. */
  final boolean isFree() {
    return isBlank() || (isRemoved() && replies.isEmpty());
  }

  final Replies replies() {
    return replies;
  }

  final byte[] replyTo(RequestId request) {
    return replies.to(request);
  }

  /** Tells whether a request without a known reply may have been executed long ago. */
  final boolean isTooLate(RequestId request) {
    return replies.isTooLate(request);
  }

  /** Tells whether a later request of the same client has a known reply. */
  final boolean hasLaterReply(RequestId request) {
    return replies.hasLater(request);
  }

  /**
   * All that there is.
   *
   * @throws UnreadableStateException when the state cannot be read; if it is gone, {@link
   *     SessionCopy#lose} is to follow
   */
  final Snapshot snapshot(long idleMillis) {
    return new Snapshot(bean, timeoutMillis, idleMillis, stamp, state.read(), replies, undecided);
  }

  /** Content as it is once the change is applied. */
  final Snapshot snapshotWith(Change change, boolean isUndecided) {
    String name = Objects.requireNonNullElse(bean, ""); // null when dropped meanwhile
    if (isUndecided) {
      return new Snapshot(name, timeoutMillis, 0, stamp, state.read(), replies, change);
    }
    return new Snapshot(
        name,
        timeoutMillis,
        0,
        change.stamp(),
        change.state(),
        repliesAfter(change.request(), change.reply()),
        null);
  }

  // ---------------------------------------------------------------- whole contents

  /** Begins a session that no member knows. */
  final void create(String beanName, long timeout) {
    bean = beanName;
    timeoutMillis = timeout;
  }

  /** Takes that content, though another may be newer, as a merge policy says. */
  final void settleFor(Snapshot chosen) {
    // parts that went on apart may have given the same stamp to two states
    if (!chosen.stamp().equals(stamp) || !Arrays.equals(chosen.state(), state.read())) {
      replace(chosen);
    }
  }

  /** Takes over what another copy knows better. */
  final void absorb(Snapshot other) {
    if (other.stamp().newerThan(stamp) || bean == null || isEndedBy(other)) {
      takeDecided(other, undecided);
    }
    if (other.undecided() != null && other.undecided().stamp().newerThan(undecidedStamp())) {
      undecided = other.undecided();
    }
    forgetOvertaken();
  }

  /** What is undecided below what counts came to nothing: it was given up, or undone. */
  private void forgetOvertaken() {
    if (undecided != null && !undecided.stamp().newerThan(stamp)) {
      undecided = null;
    }
  }

  /**
   * Tells whether that is what is left of newer content. Its tombstone stands right below it, and
   * so has the number of content that only knows of a change that did not come to be.
   */
  private boolean isEndedBy(Snapshot other) {
    boolean isNewest = undecided == null || !undecided.stamp().newerThan(stamp);
    return other.isEnd() && other.stamp().equals(stamp) && !isRemoved() && isNewest;
  }

  final void replace(Snapshot content) {
    takeDecided(content, content.undecided());
    forgetOvertaken();
  }

  private void takeDecided(Snapshot content, Change open) {
    bean = shared.of(content.bean());
    timeoutMillis = content.timeoutMillis();
    stamp = content.stamp();
    replies = content.replies();
    undecided = open;
    state.keep(content.state());
  }

  /** Leaves a tombstone without replies. */
  final void bury(Stamp last) {
    stamp = last;
    replies = Replies.NONE;
    undecided = null;
    state.keep(null);
  }

  /** Forgets the content and keeps the claim, which goes on to fence. */
  final void clear() {
    bury(Stamp.NONE);
    bean = null;
  }

  // ---------------------------------------------------------------- changes

  final boolean holds(Stamp change) {
    return !change.newerThan(stamp) || !change.newerThan(undecidedStamp());
  }

  /** Brings the content to that stamp, which tells what became of an undecided change. */
  final boolean settleOn(Stamp base) {
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

  /** Says how the undecided change of that stamp came out, if it is still the one. */
  final void onDecision(Stamp decided, boolean committed) {
    if (undecided == null || !undecided.stamp().equals(decided)) {
      return;
    }
    if (committed) {
      hold(undecided);
    } else {
      pass(decided);
      undecided = null;
    }
  }

  /**
   * A change of the owner that did not come to be takes a number of its own, one higher: so copies
   * that know of it are told from those that never heard of it.
   */
  void pass(Stamp failed) {
    if (!stamp.newerThan(failed)) {
      stamp = failed.next();
    }
  }

  final void take(Change change, boolean isUndecided) {
    if (isUndecided) {
      undecided = change;
    } else {
      hold(change);
    }
  }

  /**
   * Takes a change that is a difference to the state here.
   *
   * @return false when it was made on another state
   */
  final boolean take(Patch patch, boolean isUndecided) {
    boolean mayWrite = state.isAlone() && !isUndecided;
    Replies after = isUndecided ? replies : repliesAfter(patch.request(), patch.reply());
    byte[] before = state.read();
    Change change = patch.on(before, state.checksumOf(before), mayWrite);
    if (change == null) {
      state.alone(mayWrite);
      return false;
    }
    if (isUndecided) {
      undecided = change;
    } else {
      hold(change, after);
    }
    state.summed(change.state(), patch.checksum());
    state.alone(mayWrite || (change.state() != before && !isUndecided));
    return true;
  }

  private void hold(Change change) {
    hold(change, repliesAfter(change.request(), change.reply()));
  }

  private void hold(Change change, Replies after) {
    stamp = change.stamp();
    replies = after;
    undecided = null;
    state.keep(change.state());
  }

  /** Nobody can ask again for a request that was made up here; its reply would displace others. */
  private Replies repliesAfter(RequestId request, byte[] reply) {
    return request.isMadeUp() ? replies : replies.with(request, reply, repliesKept);
  }
}
