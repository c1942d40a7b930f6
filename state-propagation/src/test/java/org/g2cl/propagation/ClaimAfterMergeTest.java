package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import org.g2cl.propagation.WiredMembers.Member;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Claims of a session that two parts of a group went on with, before all have heard of it. */
class ClaimAfterMergeTest {
  private static final SessionId CART = new SessionId("cart-1");
  private static final Stamp OLDER = new Stamp(1, 4);
  private static final Stamp NEWER = new Stamp(2, 6);

  private static final PartitionRule KEEPS_THE_LONGER =
      PartitionRule.availability(
          (session, one, other) -> other.state().length > one.state().length);

  private final WiredMembers group = new WiredMembers(CART, KEEPS_THE_LONGER, 5);

  /** With {@link #beside} it was one part, with the longer state; it does not know epoch 2. */
  private final Member first = group.all().get(0);

  /** First backup of the first. */
  private final Member blank = first.backup(0);

  private final Member beside = first.backup(1);
  private final Member other = first.backup(2);
  private final Member idle = first.backup(3);

  @BeforeEach
  void makeTwoContents() {
    first.hold(beside.self(), OLDER, "long-state");
    beside.hold(first.self(), OLDER, "long-state");
    other.hold(blank.self(), NEWER, "short");
  }

  @Test
  void shouldAskThePolicyThoughTheFirstClaimHasAnEpochOfTheOtherPart() throws Exception {
    haveSeenTheMerge(first, beside, other);

    assertThat(first.append("r1", "+")).isEqualTo("long-state+");
  }

  /** It came to its part during the split. */
  @Test
  void shouldAskThePolicyAboutTheContentOfWhoHasSeenNoMerge() throws Exception {
    haveSeenTheMerge(first, beside);

    assertThat(first.append("r1", "+")).isEqualTo("long-state+");
  }

  @Test
  void shouldAskThePolicyThoughARefusedClaimHadAnEpochOfTheOtherPart() throws Exception {
    haveSeenTheMerge(first, beside, other);
    first.claimInVain("r1");

    assertThat(beside.append("r2", "+")).isEqualTo("long-state+");
  }

  /** What the policy would want now was chosen from; the drops of it are lost. */
  @Test
  void shouldNotGoBackBehindAConfirmedCallAtTheNextClaims() throws Exception {
    haveSeenTheMerge(first, beside, other, blank, idle);
    group.dropsArrive = false;
    first.set("r1", "1");
    first.entry().copy().surrender(first.entry().copy().epoch());

    first.claimInVain("r2");

    assertThat(first.append("r3", "+")).isEqualTo("1+");
  }

  @Test
  void shouldNotGoBackBehindAConfirmedCallWhereTheFirstClaimOfItWasRefused() throws Exception {
    haveSeenTheMerge(first, beside, other, blank, idle);
    group.dropsArrive = false;
    first.set("r1", "1");

    assertThat(beside.append("r2", "+")).isEqualTo("1+");
  }

  @Test
  void shouldNotGoBackBehindAConfirmedCallAtAMemberThatHadNoCopy() throws Exception {
    haveSeenTheMerge(first, beside, other, blank, idle);
    group.dropsArrive = false;
    first.set("r1", "1");

    assertThat(idle.append("r2", "+")).isEqualTo("1+");
  }

  /** It has seen nobody go: the engine alone tells it. */
  @Test
  void shouldNotGoBackBehindAConfirmedCallAtAMemberThatHadNoCopyAndCameDuringTheSplit()
      throws Exception {
    haveSeenTheMerge(first, beside, other, blank);
    idle.hearOfAMerge();
    group.dropsArrive = false;
    first.set("r1", "1");

    assertThat(idle.append("r2", "+")).isEqualTo("1+");
  }

  /** The owner goes on without a claim; who has seen the merge takes nothing of it. */
  @Test
  void shouldBeSettledByWhoHasSeenTheMergeWhenTheOwnerHasNot() throws Exception {
    first.hold(other.self(), new Stamp(3, 2), "of-before");
    other.own(3, "state-that-its-owner-made");
    haveSeenTheMerge(first);

    first.lookInTheBackground();
    assertThat(first.entry().isUnsettled()).as("at the first look").isTrue();
    first.lookInTheBackground();

    assertThat(first.entry().isUnsettled()).isFalse();
    assertThat(other.append("r1", "+")).isEqualTo("state-that-its-owner-made+");
  }

  /** As one whose call takes long. */
  @Test
  void shouldNotTakeASessionAwayFromAnOwnerThatHasChosen() throws Exception {
    haveSeenTheMerge(first, beside, other);
    try (SessionCall call = first.call("r1")) {
      for (int look = 0; look < 9; look++) {
        beside.lookInTheBackground();
      }
      call.confirmUnchanged();
    }
  }

  private static void haveSeenTheMerge(Member... members) {
    for (Member member : members) {
      member.seeOthersGoAndComeBack();
    }
  }
}
