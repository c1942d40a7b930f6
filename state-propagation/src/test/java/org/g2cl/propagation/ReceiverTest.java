package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A copy that was under way when its owner told others that there is something newer. */
class ReceiverTest {
  private static final SocketAddress OWNER = RepairTest.MEMBERS.get(1);
  private static final SessionId CART = new SessionId("cart-1");
  private static final Stamp OLD = new Stamp(1, 2);
  private static final Stamp NEW = new Stamp(1, 4);
  private static final byte[] STATE = {1};
  private static final Frame.Copy COPY =
      new Frame.Copy(CART, 1, false, new Snapshot("Cart", 0, 0, OLD, STATE, Replies.NONE, null));
  private static final Frame.Floor FLOOR = new Frame.Floor(CART, 1, NEW, List.of(7L));
  private static final Frame.Drop DROP = new Frame.Drop(CART, 1, OLD.next());

  private static final StubLink LINK = new StubLink(RepairTest.OWNER, RepairTest.MEMBERS);

  private final Node node =
      RepairTest.node(
          LINK,
          PropagationSettings.builder()
              .acknowledgeTimeout(Duration.ofMillis(50))
              .callTimeout(Duration.ofSeconds(1))
              .maxStateBytes(1000)
              .tombstoneRetention(Duration.ofMinutes(1))
              .repairPerSecond(9)
              .build());
  private final Receiver receiver = new Receiver(() -> {});

  @BeforeEach
  void start() {
    receiver.start(node, new OutdatedCopies(node, new Repair(node)));
  }

  /** It was told to drop it, and by the floor, before it came; its owner takes it for dropped. */
  @Test
  void shouldDoubtACopyThatComesAfterTheWordThatThereIsSomethingNewer() {
    take(FLOOR, DROP, COPY);
    assertThat(held()).isEqualTo(OLD);
    assertThat(node.table().get(CART).isDoubtful()).isTrue();
  }

  @Test
  void shouldDoubtItsCopyWhenItHearsThatThereIsSomethingNewer() {
    take(DROP, COPY);
    assertThat(node.table().get(CART).isDoubtful()).as("nothing newer is known").isFalse();
    take(FLOOR);
    assertThat(held()).isEqualTo(OLD);
    assertThat(node.table().get(CART).isDoubtful()).isTrue();
  }

  /** An older one could come back else, once the copies of later changes are forgotten. */
  @Test
  void shouldNotGiveACopyWhoseTimeIsOverToWhoClaimsTheSession() throws Exception {
    take(idleFor(1, Duration.ofSeconds(3)));
    assertThat(claimed(2).held()).as("its owner may know of later calls").isEqualTo(OLD);
    take(idleFor(2, Duration.ofSeconds(30)));
    Answer answer = claimed(3);
    assertThat(answer.held()).isEqualTo(OLD.before());
    assertThat(answer.better().state()).as("removed").isNull();
  }

  /** An older copy may seem younger, as one that a member took late which had stood still. */
  @Test
  void shouldAnswerWithATombstoneBelowTheContentOfAnOrphanWhoseTimeIsOver() throws Exception {
    take(idleFor(1, Duration.ofSeconds(30)));
    told(new Frame.Release(CART, 1));

    Answer answer = claimed(2);

    assertThat(answer.held()).isEqualTo(OLD.before());
    assertThat(answer.better().state()).as("removed").isNull();
    assertThat(node.table().get(CART).idleMillis()).as("kept from now on").isLessThan(20_000);
  }

  /** It may know of a change that did not come to be, and nothing of the one after it. */
  @Test
  void shouldAnswerWithATombstoneToWhoClaimsWithContentOfTheSameNumber() throws Exception {
    take(idleFor(1, Duration.ofSeconds(30)));
    told(new Frame.Release(CART, 1));
    Frame.Claim claim = new Frame.Claim(CART, 2, OLD.before(), Stamp.NONE);

    Answer answer = AnswerCodec.decode(receiver.handle(claim, OWNER));

    assertThat(answer.better().isEnd()).isTrue();
    assertThat(answer.better().stamp()).isEqualTo(OLD.before());
    Frame.Claim again = new Frame.Claim(CART, 3, OLD.before(), Stamp.NONE);
    assertThat(AnswerCodec.decode(receiver.handle(again, OWNER)).better()).isNotNull();
    Frame.Claim unknown = new Frame.Claim(new SessionId("cart-9"), 1, Stamp.NONE, Stamp.NONE);
    assertThat(AnswerCodec.decode(receiver.handle(unknown, OWNER)).better()).isNull();
  }

  /** What is undecided is to be settled before anything is left of it. */
  @Test
  void shouldAnswerWithNothingOfUndecidedContentWhoseTimeIsOver() throws Exception {
    Change open = new Change(NEW, new RequestId("r1"), STATE, STATE);
    long timeout = Duration.ofSeconds(20).toMillis();
    Snapshot content =
        new Snapshot(
            "Cart", timeout, Duration.ofSeconds(30).toMillis(), OLD, STATE, Replies.NONE, open);
    take(new Frame.Copy(CART, 1, false, content));

    Answer answer = claimed(2);

    assertThat(answer.held()).isEqualTo(Stamp.NONE);
    assertThat(answer.better()).isNull();
  }

  /** An owner that stands still answers no claim; once it is out of the view, this is an orphan. */
  @Test
  void shouldNotForgetContentWhoseTimeIsOverWhileItsOwnerIsThere() throws Exception {
    take(idleFor(1, Duration.ofSeconds(30)));
    assertThat(claimed(2).held()).isEqualTo(OLD.before());
    assertThat(held()).isEqualTo(OLD);
    told(new Frame.Release(CART, 2));

    assertThat(claimed(3).held()).isEqualTo(OLD.before());
  }

  /** As where its file was deleted: who claims the session is not to count on it. */
  @Test
  void shouldAnswerAClaimWithNothingWhenItFindsThatItsContentIsLost() throws Exception {
    take(COPY);
    SessionCopy copy = node.table().get(CART).copy();
    assertThat(copy.putAway(copy.toPutAway(), new Deleted())).isTrue();

    Answer answer = claimed(2);

    assertThat(answer.accepted()).isTrue();
    assertThat(answer.better()).isNull();
    assertThat(answer.held()).isEqualTo(Stamp.NONE);
    assertThat(node.table().get(CART).isLost()).as("which is told to all").isTrue();
  }

  private static final class Deleted implements PutAwayState {
    @Override
    public byte[] read() {
      throw new UnreadableStateException("meant by the test", true, null);
    }

    @Override
    public void delete() {}
  }

  /** As while the call runs for which it was taken, which may last longer. */
  @Test
  void shouldGiveACopyThatACallIsIn() throws Exception {
    take(idleFor(1, Duration.ofSeconds(30)));
    assertThat(node.table().get(CART).enter(System.nanoTime())).isTrue();
    assertThat(claimed(2).held()).isEqualTo(OLD);
  }

  @Test
  void shouldNotTakeTheWordThatThereIsSomethingNewerForAUse() {
    take(idleFor(1, Duration.ofSeconds(3)), FLOOR);
    assertThat(node.table().get(CART).idleMillis()).isGreaterThanOrEqualTo(3_000);
  }

  /** It knows of something newer, which is to be remembered for its time. */
  @Test
  void shouldNotForgetAFloorSoonerForAnOldCopyThatItRefuses() {
    take(FLOOR);
    receiver.handle(new Frame.Claim(CART, 5, Stamp.NONE, Stamp.NONE), OWNER);
    assertThat(receiver.handle(idleFor(1, Duration.ofMinutes(30)), OWNER))
        .isEqualTo(Verdict.STALE.bytes());
    assertThat(node.table().get(CART).idleMillis()).isLessThan(60_000);
  }

  /** What a leaver hands over may be a tombstone, which is young. */
  @Test
  void shouldNotGrowYoungerByAnOlderCopy() throws Exception {
    take(idleFor(1, Duration.ofSeconds(3)));
    Snapshot tombstone = Snapshot.tombstone("Cart", 20_000, OLD.before());
    take(new Frame.Copy(CART, 1, true, tombstone));
    assertThat(held()).isEqualTo(OLD);
    assertThat(node.table().get(CART).idleMillis()).isGreaterThanOrEqualTo(3_000);
  }

  /** Claims in vain have raised the epoch here above that of the copies that come back. */
  @Test
  void shouldTakeAnOlderCopyOfAnOrphanOnceAllThatMayHaveANewerOneAreGoneForGood() {
    Frame.Have have = new Frame.Have(CART, 1, OLD, Stamp.NONE);
    Frame.Copy copy = new Frame.Copy(CART, 1, true, COPY.content());
    take(FLOOR);
    receiver.handle(new Frame.Claim(CART, 5, Stamp.NONE, Stamp.NONE), OWNER);
    assertThat(receiver.handle(have, OWNER)).isEqualTo(Verdict.STALE.bytes());
    assertThat(receiver.handle(copy, OWNER)).isEqualTo(Verdict.STALE.bytes());

    SessionId other = new SessionId("cart-2");
    take(new Frame.Floor(other, 1, NEW, List.of())); // none of whom can be missing
    receiver.handle(new Frame.Claim(other, 5, Stamp.NONE, Stamp.NONE), OWNER);
    assertThat(receiver.handle(new Frame.Have(other, 1, OLD, Stamp.NONE), OWNER))
        .isEqualTo(Verdict.NEED_COPY.bytes());
    take(new Frame.Copy(other, 1, true, COPY.content()));

    SessionCopy taken = node.table().get(other).copy();
    assertThat(taken.newest()).isEqualTo(OLD);
    assertThat(taken.floor()).as("what others know is not forgotten").isEqualTo(NEW);
  }

  /** The holder has let another member claim the session. */
  @Test
  void shouldOwnASessionNoLongerWhenAHolderThatItCountsKnowsALaterEpoch() {
    take(COPY);
    Entry entry = node.table().get(CART);
    entry.copy().onClaim(2, OWNER);
    assertThat(entry.copy().become(2, OWNER)).isTrue();
    entry.holders().note(OWNER, OLD);
    Frame.Have known = new Frame.Have(CART, 2, OLD, Stamp.NONE);
    assertThat(receiver.handle(known, OWNER)).isEqualTo(Verdict.NEED_COPY.bytes());
    assertThat(entry.copy().isOwning()).isTrue();

    receiver.handle(new Frame.Have(CART, 3, OLD, Stamp.NONE), OWNER);

    assertThat(entry.copy().isOwning()).isFalse();
  }

  /** As after a merge: its owner has forgotten whom it was to tell. */
  @Test
  void shouldTakeAChangeForDecidedThatAnotherMemberHoldsSo() throws Exception {
    List<Frame> words =
        List.of(
            new Frame.Have(CART, 1, NEW, Stamp.NONE), new Frame.Claim(CART, 2, NEW, Stamp.NONE));
    for (Frame word : words) {
      assertThat(undecidedAfter(PartitionRule.primary(), word)).isEqualTo(Stamp.NONE);
      assertThat(undecidedAfter(PartitionRule.availability(MergePolicy.newest()), word))
          .as("parts may have given one number to two changes")
          .isEqualTo(NEW);
    }
    Frame.Have older = new Frame.Have(CART, 1, OLD, Stamp.NONE);
    assertThat(undecidedAfter(PartitionRule.primary(), older)).isEqualTo(NEW);
    Frame.Have neither = new Frame.Have(CART, 1, OLD, NEW);
    assertThat(undecidedAfter(PartitionRule.primary(), neither)).isEqualTo(NEW);
  }

  private Stamp undecidedAfter(PartitionRule rule, Frame word) {
    Node ruled = RepairTest.node(LINK, node.settings(), rule);
    Receiver one = new Receiver(() -> {});
    one.start(ruled, new OutdatedCopies(ruled, new Repair(ruled)));
    Change open = new Change(NEW, new RequestId("r1"), STATE, STATE);
    Snapshot content = new Snapshot("Cart", 0, 0, OLD, STATE, Replies.NONE, open);
    one.handle(new Frame.Copy(CART, 1, false, content), OWNER);
    one.handle(word, RepairTest.MEMBERS.get(2));
    return ruled.table().get(CART).copy().undecidedStamp();
  }

  private Frame.Copy idleFor(long epoch, Duration idle) {
    Entry known = node.table().with(CART, entry -> entry);
    synchronized (known) {
      node.table().discard(known);
    }
    long timeout = Duration.ofSeconds(20).toMillis();
    Snapshot content =
        new Snapshot("Cart", timeout, idle.toMillis(), OLD, STATE, Replies.NONE, null);
    return new Frame.Copy(CART, epoch, false, content);
  }

  private Answer claimed(long epoch) throws MalformedFrameException {
    Frame.Claim claim = new Frame.Claim(CART, epoch, Stamp.NONE, Stamp.NONE);
    return AnswerCodec.decode(receiver.handle(claim, OWNER));
  }

  private void told(Frame frame) {
    receiver.handle(frame, OWNER);
    assertThat(node.table().get(CART).copy().owner()).as("nobody owns it").isNull();
  }

  private void take(Frame... frames) {
    for (Frame frame : frames) {
      assertThat(receiver.handle(frame, OWNER)).isEqualTo(Verdict.ACK.bytes());
    }
  }

  private Stamp held() {
    return node.table().get(CART).copy().newest();
  }
}
