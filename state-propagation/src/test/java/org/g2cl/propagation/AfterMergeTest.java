package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.SocketAddress;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a member takes of a session once parts of a split group are one again. */
class AfterMergeTest {
  private static final SessionId CART = new SessionId("cart-1");
  private static final SocketAddress OTHER = RepairTest.MEMBERS.get(1);
  private static final Stamp HERE = new Stamp(1, 4);

  private final Node node =
      RepairTest.node(new StubLink(RepairTest.OWNER, RepairTest.MEMBERS), Cluster.SETTINGS);
  private final Receiver receiver = new Receiver(() -> {});

  @BeforeEach
  void holdACopyOfBefore() {
    receiver.start(node, new OutdatedCopies(node, new Repair(node)));
    assertThat(copy(1, HERE, "here", false)).isEqualTo(Verdict.ACK);
    entry().merged();
  }

  @Test
  void shouldTakeNothingOfAnotherPartUntilAClaimerKnowsWhatIsHere() {
    Stamp there = new Stamp(2, 6);
    assertThat(copy(2, there, "there", false)).isEqualTo(Verdict.STALE);
    assertThat(copy(2, there, "there", true)).isEqualTo(Verdict.LATER);
    assertThat(update(new Stamp(2, 4), there)).isEqualTo(Verdict.STALE);
    receiver.handle(new Frame.Drop(CART, 2, there), OTHER);
    assertThat(state()).isEqualTo("here");
  }

  @Test
  void shouldTakeWhatAnOwnerHasMadeThatKnowsWhatIsHere() {
    claim(3);
    assertThat(copy(3, new Stamp(2, 6), "there", true)).isEqualTo(Verdict.LATER);
    assertThat(copy(3, new Stamp(3, 8), "chosen", false)).isEqualTo(Verdict.ACK);
    assertThat(state()).isEqualTo("chosen");
    assertThat(entry().isUnsettled()).isFalse();
  }

  /** Both parts may have given its base to a change of their own. */
  @Test
  void shouldWantTheWholeContentForTheFirstChangeAfterTheChoice() {
    claim(3);
    assertThat(update(HERE, new Stamp(3, 6))).isEqualTo(Verdict.NEED_COPY);
    assertThat(state()).isEqualTo("here");
  }

  @Test
  void shouldKnowWhoMayHaveBeenToldWhatIsHere() {
    assertThat(entry().afterMerge().knows(new Stamp(3, 6))).isFalse();
    claim(3);
    assertThat(entry().afterMerge().knows(new Stamp(3, 6))).isTrue();
    assertThat(entry().afterMerge().knows(new Stamp(2, 6))).isFalse();
  }

  /** The owner of the other part and the claimer have chosen one epoch; others refuse the claim. */
  @Test
  void shouldTakeNothingOfAnotherOwnerOfTheEpochThatWasClaimed() {
    SocketAddress owner = RepairTest.MEMBERS.get(2);
    claim(2);
    Frame.Copy there = new Frame.Copy(CART, 2, false, content(new Stamp(2, 6), "there"));
    assertThat(Verdict.of(receiver.handle(there, owner))).isEqualTo(Verdict.STALE);
    assertThat(Verdict.of(receiver.handle(updateFrame(HERE, new Stamp(2, 8)), owner)))
        .isEqualTo(Verdict.STALE);
    assertThat(copy(2, new Stamp(2, 6), "there", true)).isEqualTo(Verdict.LATER);
    receiver.handle(new Frame.Drop(CART, 2, new Stamp(2, 6)), owner);
    assertThat(state()).isEqualTo("here");
  }

  private Entry entry() {
    return node.table().get(CART);
  }

  private String state() {
    return new String(entry().copy().state(), UTF_8);
  }

  private void claim(long epoch) {
    receiver.handle(new Frame.Claim(CART, epoch, Stamp.NONE, Stamp.NONE), OTHER);
  }

  private Verdict copy(long epoch, Stamp stamp, String state, boolean orphan) {
    return answer(new Frame.Copy(CART, epoch, orphan, content(stamp, state)));
  }

  private Verdict update(Stamp base, Stamp made) {
    return answer(updateFrame(base, made));
  }

  private static Frame updateFrame(Stamp base, Stamp made) {
    byte[] state = {1};
    Change change = new Change(made, new RequestId("r"), state, state);
    return new Frame.UpdateFrame(CART, base, false, change);
  }

  private Verdict answer(Frame frame) {
    return Verdict.of(receiver.handle(frame, OTHER));
  }

  private static Snapshot content(Stamp stamp, String state) {
    return new Snapshot("Cart", 0, 0, stamp, state.getBytes(UTF_8), Replies.NONE, null);
  }
}
