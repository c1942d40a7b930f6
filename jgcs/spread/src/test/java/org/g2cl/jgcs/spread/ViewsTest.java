package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import java.util.List;
import net.sf.jgcs.Membership;
import org.junit.jupiter.api.Test;

/** What the daemon's views become: who joined, left, failed, and came along. */
class ViewsTest {
  private static final String A = "#a$$$1#d1";
  private static final String B = "#b$$$2#d2";
  private static final String C = "#c$$$3#d3";

  private final Views views = new Views(new SpreadAddress(A));
  private int changes;

  private GroupView view(int cause, List<String> members, List<List<String>> sets, int own)
      throws Exception {
    int[] id = {1, 2, ++changes};
    for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
      byte[] bytes = DaemonFrame.view("g", members, cause, id, sets, own, order).toBytes(order);
      GroupView view = GroupView.of(FrameReaderTest.read(bytes));
      if (order == ByteOrder.BIG_ENDIAN) {
        return view;
      }
      assertThat(view.together()).containsExactlyInAnyOrderElementsOf(sets.get(own));
    }
    throw new AssertionError();
  }

  private Membership change(int cause, String who, String... members) throws Exception {
    return views.install(view(cause, List.of(members), List.of(List.of(who)), 0)).get(0);
  }

  @Test
  void shouldNameEverybodyAsJoinedInTheFirstView() throws Exception {
    Membership first = change(Bits.BY_JOIN, A, A, B, C);
    assertThat(first.getJoinedMembers()).hasToString("[a, b, c]");
    assertThat(first.getLocalRank()).isZero();
  }

  @Test
  void shouldTellALeaveFromALostConnection() throws Exception {
    change(Bits.BY_JOIN, A, A, B, C);
    Membership left = change(Bits.BY_LEAVE, B, A, C);
    assertThat(left.getLeavedMembers()).hasToString("[b]");
    assertThat(left.getFailedMembers()).isEmpty();
    Membership failed = change(Bits.BY_DISCONNECT, C, A);
    assertThat(failed.getLeavedMembers()).isEmpty();
    assertThat(failed.getFailedMembers()).hasToString("[c]");
  }

  @Test
  void shouldNameThoseBehindABrokenNetworkAsFailed() throws Exception {
    change(Bits.BY_JOIN, A, A, B, C);
    List<Membership> told =
        views.install(view(Bits.BY_NETWORK, List.of(A, B), List.of(List.of(A, B)), 0));
    assertThat(told).hasSize(1);
    assertThat(told.get(0).getFailedMembers()).hasToString("[c]");
    assertThat(told.get(0).isMerge()).isFalse();
  }

  @Test
  void shouldNameThoseOfOtherPartsAsJoinedWhenPartsMerge() throws Exception {
    change(Bits.BY_JOIN, A, A, B);
    List<Membership> told =
        views.install(
            view(Bits.BY_NETWORK, List.of(A, B, C), List.of(List.of(C), List.of(A, B)), 1));
    assertThat(told).hasSize(1);
    assertThat(told.get(0).getJoinedMembers()).hasToString("[c]");
    assertThat(told.get(0).isMerge()).isTrue();
  }

  @Test
  void shouldTellOfASplitThatEndedBeforeItWasTold() throws Exception {
    change(Bits.BY_JOIN, A, A, B, C);
    GroupView merged =
        view(Bits.BY_NETWORK, List.of(A, B, C), List.of(List.of(A, B), List.of(C)), 0);
    List<Membership> told = views.install(merged);
    assertThat(told).hasSize(2);
    assertThat(told.get(0).getMembershipList()).hasToString("[a, b]");
    assertThat(told.get(0).getFailedMembers()).hasToString("[c]");
    assertThat(told.get(1).getMembershipList()).hasToString("[a, b, c]");
    assertThat(told.get(1).getJoinedMembers()).hasToString("[c]");
    assertThat(told.get(0).isMerge()).isFalse();
    assertThat(told.get(1).isMerge()).isTrue();
    assertThat(told.get(0).getMembershipID()).isNotEqualTo(told.get(1).getMembershipID());
  }

  @Test
  void shouldCountAViewInWhichAMemberComesBackAsWidened() throws Exception {
    change(Bits.BY_JOIN, A, A, B, C);
    List<List<String>> sides = List.of(List.of(A, B), List.of(C));
    assertThat(views.isWidenedBy(view(Bits.BY_NETWORK, List.of(A, B, C), sides, 0))).isTrue();
    assertThat(views.isWidenedBy(view(Bits.BY_NETWORK, List.of(A, B), sides, 0))).isFalse();
    assertThat(views.isWidenedBy(view(Bits.BY_LEAVE, List.of(A, B), List.of(List.of(C)), 0)))
        .isFalse();
  }

  @Test
  void shouldRankMembersByAgeWhateverTheOrderOfTheDaemon() throws Exception {
    Membership view = change(Bits.BY_JOIN, B, "#z$$$0#d9", C, A, B, "#x#d1");
    assertThat(view.getMembershipList()).hasToString("[x, z, a, b, c]");
  }

  @Test
  void shouldRefuseAViewOfOthers() throws Exception {
    GroupView others = view(Bits.BY_JOIN, List.of(B), List.of(List.of(B)), 0);
    assertThatThrownBy(() -> views.check(others)).isInstanceOf(MalformedFrameException.class);
    GroupView apart = view(Bits.BY_NETWORK, List.of(A, B), List.of(List.of(B)), 0);
    assertThatThrownBy(() -> views.check(apart)).isInstanceOf(MalformedFrameException.class);
  }
}
