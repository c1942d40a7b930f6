package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The state machine alone: messages late, repeated, reordered, from owners of before. */
class SessionCopyTest {
  private static final byte[] REPLY = {9};
  private final SessionCopy copy = new SessionCopy(2, new Shared());

  /** Copy of a session at epoch 1, version 1, of owner a. */
  @BeforeEach
  void start() {
    Snapshot content = new Snapshot("Cart", 0, 0, new Stamp(1, 1), state(1), Replies.NONE, null);
    assertThat(copy.onCopy(1, false, content, "a", false)).isEqualTo(Verdict.ACK);
  }

  private static byte[] state(int value) {
    return new byte[] {(byte) value};
  }

  private static Change change(long epoch, long version) {
    RequestId request = new RequestId("r" + epoch + "." + version);
    return new Change(new Stamp(epoch, version), request, REPLY, state((int) version));
  }

  private Verdict update(long epoch, long version, long baseVersion, boolean undecided) {
    Stamp base = new Stamp(1, baseVersion);
    return copy.onUpdate(base, undecided, change(epoch, version), "a");
  }

  @Test
  void shouldTakeNextUpdateAndAcknowledgeItAgain() {
    assertThat(update(1, 2, 1, false)).isEqualTo(Verdict.ACK);
    assertThat(update(1, 2, 1, false)).isEqualTo(Verdict.ACK);
    assertThat(copy.stamp()).isEqualTo(new Stamp(1, 2));
    assertThat(copy.replyTo(new RequestId("r1.2"))).isEqualTo(REPLY);
  }

  @Test
  void shouldNotGoBackWhenUpdatesAreReordered() {
    assertThat(update(1, 2, 1, false)).isEqualTo(Verdict.ACK);
    assertThat(update(1, 3, 2, false)).isEqualTo(Verdict.ACK);
    assertThat(update(1, 2, 1, false)).isEqualTo(Verdict.ACK);
    assertThat(copy.state()).isEqualTo(state(3));
  }

  @Test
  void shouldAskForWholeContentWhenBaseIsMissing() {
    assertThat(update(1, 4, 3, false)).isEqualTo(Verdict.NEED_COPY);
    assertThat(copy.stamp()).isEqualTo(new Stamp(1, 1));
    SessionCopy blank = new SessionCopy(2, new Shared());
    assertThat(blank.onUpdate(Stamp.NONE, false, change(1, 1), "a")).isEqualTo(Verdict.NEED_COPY);
  }

  /** As of an owner that gave the change up while it made the copy. */
  @Test
  void shouldNotHoldAChangeAsUndecidedThatIsOlderThanTheContentItComesWith() {
    Stamp given = new Stamp(1, 5);
    Snapshot content = new Snapshot("Cart", 0, 0, given, state(3), Replies.NONE, change(1, 4));

    assertThat(copy.onCopy(1, false, content, "a", false)).isEqualTo(Verdict.ACK);

    assertThat(copy.undecided()).isNull();
    assertThat(copy.newest()).isEqualTo(given);
    assertThat(copy.state()).isEqualTo(state(3));
  }

  /** Without a reply, so that its place among the replies cannot be made, as for want of memory. */
  private static Change unfinished(long version, byte[] state) {
    return new Change(new Stamp(1, version), new RequestId("r1." + version), null, state);
  }

  @Test
  void shouldTakeNothingOfAChangeWhoseReplyCannotBeKept() {
    assertThatThrownBy(() -> copy.onUpdate(new Stamp(1, 1), false, unfinished(2, state(2)), "a"))
        .isInstanceOf(NullPointerException.class);

    assertThat(copy.stamp()).isEqualTo(new Stamp(1, 1));
    assertThat(copy.state()).isEqualTo(state(1));
    assertThat(update(1, 2, 1, false)).isEqualTo(Verdict.ACK);
    assertThat(copy.replyTo(new RequestId("r1.2"))).isEqualTo(REPLY);
  }

  @Test
  void shouldNotWriteIntoItsStateForAChangeWhoseReplyCannotBeKept() {
    byte[] first = new byte[InPlace.SMALLEST];
    byte[] second = first.clone();
    second[100] = 2;
    byte[] third = second.clone();
    third[200] = 3;
    copy.onUpdate(new Stamp(1, 1), false, change(2, first), "a");
    copy.onPatch(new Stamp(1, 2), false, patch(3, first, second), "a"); // the array is its own now
    Patch unfinished = Patch.of(second, unfinished(4, third));

    assertThatThrownBy(() -> copy.onPatch(new Stamp(1, 3), false, unfinished, "a"))
        .isInstanceOf(NullPointerException.class);

    assertThat(copy.stamp()).isEqualTo(new Stamp(1, 3));
    assertThat(copy.state()).isEqualTo(second);
    assertThat(copy.onPatch(new Stamp(1, 3), false, patch(4, second, third), "a"))
        .isEqualTo(Verdict.ACK);
    assertThat(copy.state()).isEqualTo(third);
  }

  private static Change change(long version, byte[] state) {
    return new Change(new Stamp(1, version), new RequestId("r1." + version), REPLY, state);
  }

  private static Patch patch(long version, byte[] before, byte[] after) {
    return Patch.of(before, change(version, after));
  }

  @Test
  void shouldKeepReplyAndStateWhenAnUpdateSaysThatTheStateIsUnchanged() {
    byte[] before = copy.state();
    Patch same = patch(2, state(1), state(1));
    assertThat(copy.onPatch(new Stamp(1, 1), false, same, "a")).isEqualTo(Verdict.ACK);
    assertThat(copy.stamp()).isEqualTo(new Stamp(1, 2));
    assertThat(copy.state()).isSameAs(before);
    assertThat(copy.replyTo(new RequestId("r1.2"))).isEqualTo(REPLY);
  }

  @Test
  void shouldApplyDifferenceToItsBaseOnly() {
    byte[] first = new byte[1_000];
    new Random(1).nextBytes(first);
    byte[] second = first.clone();
    second[500] = 1;
    copy.onUpdate(
        new Stamp(1, 1),
        false,
        new Change(new Stamp(1, 2), new RequestId("r1.2"), REPLY, first),
        "a");
    Patch patch = patch(3, first, second);

    assertThat(copy.onPatch(new Stamp(1, 1), false, patch, "a"))
        .as("not the version of the base")
        .isEqualTo(Verdict.NEED_COPY);
    Patch ofOther = patch(3, second, first);
    assertThat(copy.onPatch(new Stamp(1, 2), false, ofOther, "a"))
        .as("not the checksum of the base")
        .isEqualTo(Verdict.NEED_COPY);
    assertThat(copy.state()).isSameAs(first);
    assertThat(copy.onPatch(new Stamp(1, 2), false, patch, "a")).isEqualTo(Verdict.ACK);
    assertThat(copy.state()).isEqualTo(second);
  }

  /** An array that is nobody else's is written into; one that was given out never is. */
  @Test
  void shouldNotWriteIntoAStateThatWasGivenOut() {
    byte[] sent = new byte[InPlace.SMALLEST];
    new Random(1).nextBytes(sent);
    copy.onUpdate(
        new Stamp(1, 1),
        false,
        new Change(new Stamp(1, 2), new RequestId("r1.2"), REPLY, sent),
        "a");
    byte[] expected = sent.clone();
    List<byte[][]> givenOut = new ArrayList<>();
    givenOut.add(new byte[][] {sent, sent.clone()});
    for (int version = 3; version < 40; version++) {
      byte[] before = expected.clone();
      expected[version * 20] ^= 1;
      Patch patch = patch(version, before, expected.clone());
      boolean undecided = version % 7 == 0;
      assertThat(copy.onPatch(new Stamp(1, version - 1L), undecided, patch, "a"))
          .isEqualTo(Verdict.ACK);
      if (version % 3 == 0) {
        byte[] out = version % 2 == 0 ? copy.state() : copy.snapshot(0).state();
        givenOut.add(new byte[][] {out, out.clone()});
      }
      for (byte[][] outAndThen : givenOut) {
        assertThat(outAndThen[0]).as("version %d", version).isEqualTo(outAndThen[1]);
      }
      copy.onDecision(new Stamp(1, version), true);
      assertThat(copy.checksum()).isEqualTo(Checksum.of(expected));
    }
    assertThat(copy.state()).isEqualTo(expected);
  }

  @Test
  void shouldWriteIntoAStateThatNobodyElseHas() {
    byte[] first = new byte[InPlace.SMALLEST];
    byte[] second = first.clone();
    second[500] = 1;
    copy.onUpdate(
        new Stamp(1, 1),
        false,
        new Change(new Stamp(1, 2), new RequestId("r1.2"), REPLY, first),
        "a");
    copy.onPatch(new Stamp(1, 2), false, patch(3, first, second), "a");
    byte[] own = copy.state();
    copy.onPatch(new Stamp(1, 3), false, patch(4, second, first), "a");
    assertThat(own).as("it was given out").isEqualTo(second);
    assertThat(first).as("it came from elsewhere").isEqualTo(new byte[InPlace.SMALLEST]);

    copy.onPatch(new Stamp(1, 4), false, patch(5, first, second), "a");
    copy.onPatch(new Stamp(1, 5), false, patch(6, second, first), "a");
    assertThat(copy.state()).isEqualTo(first);
  }

  @Test
  void shouldAskForWholeContentWhenADifferenceIsDamaged() {
    byte[] first = new byte[1_000];
    new Random(1).nextBytes(first);
    byte[] second = first.clone();
    second[500] = 1;
    copy.onUpdate(
        new Stamp(1, 1),
        false,
        new Change(new Stamp(1, 2), new RequestId("r1.2"), REPLY, first),
        "a");
    Patch patch = patch(3, first, second);
    for (int i = 0; i < patch.delta().length; i++) {
      byte[] damaged = patch.delta().clone();
      damaged[i]++;
      Patch wrong =
          new Patch(
              patch.stamp(),
              patch.request(),
              patch.reply(),
              patch.baseChecksum(),
              patch.checksum(),
              damaged);
      assertThat(copy.onPatch(new Stamp(1, 2), false, wrong, "a"))
          .as("byte %d", i)
          .isEqualTo(Verdict.NEED_COPY);
    }
    assertThat(copy.state()).isSameAs(first);
  }

  @Test
  void shouldRefuseFormerOwnerAfterClaim() {
    assertThat(copy.onClaim(2, "b")).isTrue();
    assertThat(update(1, 2, 1, false)).isEqualTo(Verdict.STALE);
    Snapshot late = new Snapshot("Cart", 0, 0, new Stamp(1, 5), state(5), Replies.NONE, null);
    assertThat(copy.onCopy(1, false, late, "a", false)).isEqualTo(Verdict.STALE);
    assertThat(copy.onHave(1, new Stamp(1, 1), Stamp.NONE, "me", false)).isEqualTo(Verdict.STALE);
    assertThat(copy.state()).isEqualTo(state(1));
  }

  /** It may have made its copy after it had answered the claim. */
  @Test
  void shouldHaveAHolderAskAgainUntilItIsKnownWhoCaresForTheSession() {
    Stamp held = new Stamp(1, 1);
    copy.onClaim(2, "me");
    assertThat(copy.onHave(2, held, Stamp.NONE, "me", false)).isEqualTo(Verdict.LATER);
    assertThat(copy.onHave(1, held, Stamp.NONE, "me", false)).isEqualTo(Verdict.LATER);
    assertThat(copy.onHave(2, held, Stamp.NONE, "other", false)).isEqualTo(Verdict.ACK);
    assertThat(copy.become(2, "me")).isTrue();
    assertThat(copy.onHave(2, held, Stamp.NONE, "me", false)).isEqualTo(Verdict.ACK);

    copy.onClaim(3, "me");
    copy.onRelease(3, "me");
    assertThat(copy.onHave(3, held, Stamp.NONE, "me", false)).isEqualTo(Verdict.ACK);
    copy.onClaim(4, "me");
    assertThat(copy.onHave(5, Stamp.NONE, Stamp.NONE, "me", false)).isEqualTo(Verdict.NEED_COPY);
    assertThat(copy.isClaimedBy("me")).as("when somebody knows a later claim").isFalse();
  }

  /** As one that was left out of a view, and hears of what was done there when it comes back. */
  @Test
  void shouldGiveUpWhatItOwnsWhenItHearsOfAChangeOfALaterOwner() {
    copy.onClaim(2, "me");
    copy.become(2, "me");
    copy.onFloor(new Stamp(2, 8), List.of(7L));
    assertThat(copy.isOwnedAt(2)).as("it knows its own changes").isTrue();
    assertThat(copy.floor()).isEqualTo(Stamp.NONE);

    copy.onFloor(new Stamp(3, 2), List.of(7L));

    assertThat(copy.isOwning()).isFalse();
    assertThat(copy.floor()).isEqualTo(new Stamp(3, 2));
    assertThat(copy.isOutOfStep()).isTrue();
  }

  /** Both stand right below a newer change: one came after it, the other after one that failed. */
  @Test
  void shouldTakeATombstoneForTheNewerOfTwoContentsOfOneNumber() {
    Snapshot tombstone = Snapshot.tombstone("Cart", 0, new Stamp(1, 1));
    update(1, 2, 1, true);
    copy.absorb(tombstone);
    assertThat(copy.state()).as("that newer change is here").isEqualTo(state(1));

    copy.onDecision(new Stamp(1, 2), false);
    copy.absorb(tombstone);
    assertThat(copy.state()).as("that is older than what is here").isEqualTo(state(1));

    copy.absorb(Snapshot.tombstone("Cart", 0, new Stamp(1, 3)));
    assertThat(copy.isRemoved()).isTrue();
    assertThat(copy.isFree()).isTrue();
  }

  @Test
  void shouldAcceptOneClaimPerEpoch() {
    assertThat(copy.onClaim(2, "b")).isTrue();
    assertThat(copy.onClaim(2, "c")).isFalse();
    assertThat(copy.onClaim(2, "b")).isTrue();
    assertThat(copy.onClaim(1, "a")).isFalse();
    assertThat(copy.onClaim(3, "c")).isTrue();
    assertThat(copy.become(2, "b")).isFalse();
    assertThat(copy.become(3, "c")).isTrue();
  }

  /** The word of it comes unordered, the claim in total order. */
  @Test
  void shouldNotTakeAClaimerForTheOwnerThatHasGivenUpBeforeItsClaimCame() {
    copy.onRelease(7, "other");
    assertThat(copy.onClaim(7, "other")).as("it fences owners before").isTrue();
    assertThat(copy.owner()).isNull();
    assertThat(copy.onClaim(8, "other")).isTrue();
    assertThat(copy.owner()).isEqualTo("other");
  }

  /** It says so once, of the last of them. */
  @Test
  void shouldTakeNoneOfManyClaimsForOwnershipThatWereGivenUpBeforeTheyCame() {
    copy.onRelease(9, "other");
    copy.onRelease(7, "other");
    for (int claimed = 6; claimed <= 9; claimed++) {
      assertThat(copy.onClaim(claimed, "other")).isTrue();
      assertThat(copy.owner()).as("after claim %d", claimed).isNull();
    }
    copy.onClaim(10, "other");
    assertThat(copy.owner()).isEqualTo("other");
  }

  @Test
  void shouldTakeAnotherClaimerForTheOwnerThanTheOneThatHasGivenUp() {
    copy.onRelease(7, "other");
    assertThat(copy.onClaim(7, "third")).isTrue();
    assertThat(copy.owner()).isEqualTo("third");
  }

  @Test
  void shouldFenceOwnCallsWhenAnotherClaims() {
    copy.onClaim(2, "me");
    copy.become(2, "me");
    Change begun = copy.begin(2, new RequestId("r"), Update.removal(REPLY));
    assertThat(begun.stamp()).isEqualTo(new Stamp(2, 2));
    copy.onClaim(3, "b");
    assertThat(copy.complete(begun, false)).isFalse();
    assertThat(copy.begin(2, new RequestId("r"), Update.removal(REPLY))).isNull();
    assertThat(copy.isRemoved()).isFalse();
  }

  @Test
  void shouldNeverUseAVersionTwiceInAnEpoch() {
    copy.onClaim(2, "me");
    copy.become(2, "me");
    copy.begin(2, new RequestId("failed"), Update.removal(REPLY));
    Change second = copy.begin(2, new RequestId("r"), Update.removal(REPLY));
    assertThat(second.stamp()).isEqualTo(new Stamp(2, 4));
  }

  @Test
  void shouldKeepStateOfBeforeUntilUndecidedUpdateIsCommitted() {
    assertThat(update(1, 2, 1, true)).isEqualTo(Verdict.ACK);
    assertThat(copy.state()).isEqualTo(state(1));
    assertThat(copy.replyTo(new RequestId("r1.2"))).isNull();
    copy.onDecision(new Stamp(1, 2), true);
    assertThat(copy.state()).isEqualTo(state(2));
    assertThat(copy.replyTo(new RequestId("r1.2"))).isEqualTo(REPLY);
  }

  @Test
  void shouldLearnOutcomeFromBaseOfNextUpdateWhenDecisionIsLate() {
    update(1, 2, 1, true);
    assertThat(update(1, 3, 2, true)).as("2 was committed").isEqualTo(Verdict.ACK);
    assertThat(copy.stamp()).isEqualTo(new Stamp(1, 2));
    assertThat(update(1, 4, 2, false)).as("3 was aborted").isEqualTo(Verdict.ACK);
    copy.onDecision(new Stamp(1, 3), true);
    assertThat(copy.state()).isEqualTo(state(4));
    assertThat(copy.replyTo(new RequestId("r1.3"))).isNull();
  }

  @Test
  void shouldNotLoseUndecidedUpdateToALateCopyOfItsOwner() {
    Snapshot repair = copy.snapshot(0);
    update(1, 2, 1, true);
    assertThat(copy.onCopy(1, false, repair, "a", false)).isEqualTo(Verdict.ACK);
    assertThat(copy.undecidedStamp()).isEqualTo(new Stamp(1, 2));
  }

  @Test
  void shouldNotForgetThatAChangeIsDecidedByALateCopyOfItsOwner() {
    update(1, 2, 1, true);
    Snapshot repair = copy.snapshot(0);
    copy.onDecision(new Stamp(1, 2), true);
    assertThat(copy.onCopy(1, false, repair, "a", false)).isEqualTo(Verdict.ACK);
    assertThat(copy.undecided()).isNull();
    assertThat(copy.state()).isEqualTo(state(2));
  }

  @Test
  void shouldDiscardUndecidedUpdateWhenNewOwnerGoesOnFromBefore() {
    update(1, 2, 1, true);
    copy.onClaim(2, "b");
    assertThat(copy.onUpdate(new Stamp(1, 1), false, change(2, 2), "b")).isEqualTo(Verdict.ACK);
    assertThat(copy.undecided()).isNull();
    assertThat(copy.stamp()).isEqualTo(new Stamp(2, 2));
  }

  @Test
  void shouldDropOnlyWhatTheOwnerMeant() {
    update(1, 2, 1, false);
    copy.onDrop(1, new Stamp(1, 1));
    assertThat(copy.isBlank()).as("late drop of an older copy").isFalse();
    copy.onClaim(2, "b");
    copy.onDrop(1, new Stamp(1, 2));
    assertThat(copy.isBlank()).as("drop of a former owner").isFalse();
    copy.onDrop(2, new Stamp(1, 2));
    assertThat(copy.isBlank()).isTrue();
    assertThat(copy.epoch()).as("the claim goes on to fence").isEqualTo(2);
  }

  /** Copies are taken in any order. */
  @Test
  void shouldRememberAboveOlderCopiesAndBelowItsEqualsThatAnOrphansTimeWasOver() {
    SessionCopy older = new SessionCopy(2, new Shared());
    older.replace(copy.snapshot(0));
    update(1, 4, 1, false);
    SessionCopy same = new SessionCopy(2, new Shared());
    same.replace(copy.snapshot(0));

    copy.expire(true);

    older.absorb(copy.snapshot(0));
    assertThat(older.isFree()).isTrue();
    same.absorb(copy.snapshot(0));
    assertThat(same.state()).isEqualTo(state(4));
    copy.absorb(same.snapshot(0));
    assertThat(copy.state()).isEqualTo(state(4));
  }

  /** Else another copy of both would be mixed with what is left of them here. */
  @Test
  void shouldNotBuryContentWithAChangeThatIsNotDecided() {
    update(1, 4, 1, true);
    copy.expire(true);
    assertThat(copy.newest()).isEqualTo(new Stamp(1, 4));
    copy.onDecision(new Stamp(1, 4), true);
    copy.expire(true);
    assertThat(copy.isFree()).isTrue();
  }

  /** Else nobody would be told for long that the session is gone, but asked to come again. */
  @Test
  void shouldNotBeOutOfStepWithWhatItWasBuriedFor() {
    update(1, 4, 1, false);
    copy.onFloor(1, new Stamp(1, 4), List.of(7L), "a");
    copy.expire(true);
    assertThat(copy.isFree()).isTrue();
    assertThat(copy.isOutOfStep()).isFalse();
  }

  @Test
  void shouldKeepContentWhoseTimeIsOverForAnOwnerThatIsThere() {
    copy.expire(false);
    assertThat(copy.state()).isEqualTo(state(1));
  }

  @Test
  void shouldRememberTheFloorAloneOfAnOlderCopyWhoseTimeIsOver() {
    copy.onFloor(1, new Stamp(1, 4), List.of(7L), "a");
    copy.expire(true);
    assertThat(copy.isBlank()).isTrue();
    assertThat(copy.floor()).isEqualTo(new Stamp(1, 4));
  }

  @Test
  void shouldTakeNewestOfAllCopiesWhenClaiming() {
    Snapshot older = copy.snapshot(0);
    update(1, 2, 1, false);
    Snapshot newer = copy.snapshot(0);
    SessionCopy claimer = new SessionCopy(2, new Shared());
    claimer.onClaim(2, "me");
    claimer.absorb(newer);
    claimer.absorb(older);
    assertThat(claimer.become(2, "me")).isTrue();
    assertThat(claimer.stamp()).isEqualTo(new Stamp(1, 2));
    assertThat(claimer.replyTo(new RequestId("r1.2"))).isEqualTo(REPLY);
  }

  @Test
  void shouldKeepNewestRepliesOnly() {
    update(1, 2, 1, false);
    update(1, 3, 2, false);
    update(1, 4, 3, false);
    assertThat(copy.replyTo(new RequestId("r1.2"))).isNull();
    assertThat(copy.replyTo(new RequestId("r1.3"))).isEqualTo(REPLY);
    assertThat(copy.replyTo(new RequestId("r1.4"))).isEqualTo(REPLY);
  }

  @Test
  void shouldNotLetRepliesToMadeUpRequestsDisplaceThoseToClients() {
    update(1, 2, 1, false);
    for (int version = 3; version < 6; version++) {
      RequestId madeUp = RequestId.madeUp("m" + version);
      Change change = new Change(new Stamp(1, version), madeUp, REPLY, state(version));
      assertThat(copy.onUpdate(new Stamp(1, version - 1), false, change, "a"))
          .isEqualTo(Verdict.ACK);
      assertThat(copy.replyTo(madeUp)).isNull();
    }
    assertThat(copy.replyTo(new RequestId("r1.2"))).isEqualTo(REPLY);
    assertThat(copy.state()).isEqualTo(state(5));
  }

  @Test
  void shouldLetNobodyOverwriteTheOwnersCopyInItsEpoch() {
    copy.onClaim(2, "me");
    copy.become(2, "me");
    Snapshot other = new Snapshot("Cart", 0, 0, new Stamp(1, 7), state(7), Replies.NONE, null);
    assertThat(copy.onCopy(2, true, other, "b", false)).isEqualTo(Verdict.ACK);
    assertThat(copy.state()).isEqualTo(state(1));
    assertThat(copy.isOwning()).isTrue();
    assertThat(copy.onCopy(3, false, other, "b", false)).isEqualTo(Verdict.ACK);
    assertThat(copy.isOwning()).isFalse();
  }
}
