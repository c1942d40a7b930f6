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

  private final WiredMembers group = new WiredMembers(CART, KEEPS_THE_LONGER, 4);

  /** With {@link #beside} it was one part, with the longer state; it does not know epoch 2. */
  private final Member first = group.get(0);

  private final Member beside = group.get(1);
  private final Member other = group.get(2);
  private final Member blank = group.get(3);

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

  /** As the members do that see one come back that was gone. */
  private static void haveSeenTheMerge(Member... members) {
    for (Member member : members) {
      SessionCopy copy = member.entry().copy();
      copy.onRelease(copy.epoch(), copy.owner());
      member.entry().merged();
    }
  }
}
