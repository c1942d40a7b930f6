package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.g2cl.Scheduler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Copies that the background makes while a call of the same session is under way. */
class RepairTest {
  static final SocketAddress OWNER = member(1);
  static final List<SocketAddress> MEMBERS = List.of(OWNER, member(2), member(3));
  private static final PropagationSettings SETTINGS =
      PropagationSettings.builder()
          .acknowledgeTimeout(Duration.ofMillis(50))
          .callTimeout(Duration.ofSeconds(20))
          .maxStateBytes(1000)
          .tombstoneRetention(Duration.ofMinutes(1))
          .repairPerSecond(9)
          .build();

  private final List<SocketAddress> asked = new ArrayList<>();
  private final List<SocketAddress> dropped = new ArrayList<>();
  private Verdict answer = Verdict.ACK;

  /** Done while a member is asked to take a whole copy. */
  private Runnable meanwhile = () -> {};

  private final Node node = node(new Link(), SETTINGS);
  private final Repair repair = new Repair(node);
  private final Entry entry = new Entry(Scheduler.live(), new SessionId("cart-1"), 8, new Shared());

  /**
   * The first backup takes the change and its answer is lost; before the second one has it, the
   * first is sent the content without the change.
   */
  @Test
  void shouldCountWithTheChangeUnderWayToAMemberThatIsSentOlderContentMeanwhile() throws Exception {
    own();
    Change change = begin("two");
    UpdateFrames frames = new UpdateFrames(node, entry, entry.copy().stamp(), null, change, false);

    List<SocketAddress> acknowledged = new SynchronousUpdate(node, entry, change, frames).run();

    SocketAddress silent = asked.get(0);
    assertThat(acknowledged).containsExactly(asked.get(1)).doesNotContain(silent);
    assertThat(entry.holders().of(silent)).as("the repair's copy").isEqualTo(new Stamp(1, 2));
    assertThat(entry.asked()).containsEntry(silent, change.stamp());
    entry.copy().complete(change, false);
    Stamp later = begin("three").stamp();
    new OutOfStep(node, entry).forgetTheOld(later);
    assertThat(entry.holders().of(silent))
        .as("what it is to drop once a later change counts")
        .isEqualTo(change.stamp());
  }

  @ParameterizedTest
  @EnumSource(Verdict.class)
  void shouldCountACopyWhenItWasTakenOnly(Verdict verdict) {
    own();
    answer = verdict;

    repair.mend(entry, 1, () -> true);

    long taken = verdict == Verdict.ACK ? 1 : 0;
    assertThat(node.counters().repairs.sum()).isEqualTo(taken);
  }

  /** It has taken nothing, and whoever has claimed the session may not come to own it. */
  @Test
  void shouldNotCountAMemberThatRefusesTheOwnersCopyForAClaim() {
    own();
    answer = Verdict.STALE;
    AtomicInteger made = new AtomicInteger();

    int copies = repair.mend(entry, 1, () -> made.incrementAndGet() == 1);

    assertThat(copies).isZero();
    assertThat(entry.holders().members()).isEmpty();
    assertThat(entry.copy().isOwning()).isFalse();
  }

  /** The others are told just before the member counts as one of them. */
  @Test
  void shouldTellANewCopyWhatBecameOfAChangeThatWasUndecidedInIt() {
    own();
    Change change = begin("two");
    entry.copy().complete(change, true);
    meanwhile = () -> entry.copy().onDecision(change.stamp(), true);

    repair.mend(entry, 1, () -> true);

    assertThat(entry.decision())
        .isEqualTo(new Frame.Decision(entry.session(), change.stamp(), true));
  }

  @Test
  void shouldNotTellANewCopyOfAChangeThatIsStillUndecided() {
    own();
    entry.copy().complete(begin("two"), true);
    repair.mend(entry, 1, () -> true);
    assertThat(entry.decision()).isNull();
  }

  /** It was given the newest content between the look at what it holds and the word to drop it. */
  @Test
  void shouldNotDropACopyThatHasBecomeTheNewest() {
    SocketAddress backup = MEMBERS.get(1);
    ownWithBackup(backup);
    Holders.Held seen = entry.holders().all().get(0);
    Change change = begin("two");
    entry.copy().complete(change, false);
    entry.holders().note(backup, change.stamp());

    node.dropAt(entry, seen);

    assertThat(dropped).isEmpty();
    assertThat(entry.holders().of(backup)).isEqualTo(change.stamp());
  }

  /** Besides the owner's its copy may be the only one. */
  @Test
  void shouldNotDropTheCopyOfAMemberThatLeavesBeforeAnotherHasOne() {
    SocketAddress leaver = MEMBERS.get(1);
    ownWithBackup(leaver);
    node.placement().leaves(leaver);
    answer = Verdict.NEED_COPY;
    mendAndRelease();
    assertThat(dropped).isEmpty();

    answer = Verdict.ACK;
    mendAndRelease();
    assertThat(dropped).containsExactly(leaver);
  }

  @Test
  void shouldLetAMemberGoThatLeavesWhenThereIsNoOther() {
    SocketAddress leaver = MEMBERS.get(1);
    ownWithBackup(leaver);
    node.placement().onView(OWNER, List.of(OWNER, leaver));
    node.placement().leaves(leaver);
    mendAndRelease();
    assertThat(dropped).containsExactly(leaver);
  }

  /** It is asked for its copy as soon as a primary view is formed with it. */
  @Test
  void shouldNotDropTheCopyOfAMemberThatLeavesWhileTheOnlyOtherIsNoPartOfThePrimaryViewYet() {
    Node forming = node(new Link(), SETTINGS, PartitionRule.primary());
    forming.placement().leaves(MEMBERS.get(1));
    ownWithBackup(MEMBERS.get(1));
    new Repair(forming).release(entry);
    assertThat(dropped).isEmpty();
  }

  /** The change under way may be with the leaver alone. */
  @Test
  void shouldNotDropTheCopyOfAMemberThatLeavesWhileAChangeIsUnderWay() {
    ownWithBackup(MEMBERS.get(1));
    node.placement().leaves(MEMBERS.get(1));
    Change change = begin("two");
    mendAndRelease();
    assertThat(dropped).isEmpty();

    entry.copy().complete(change, false);
    mendAndRelease();
    assertThat(dropped).containsExactly(MEMBERS.get(1));
  }

  private void ownWithBackup(SocketAddress backup) {
    own();
    entry.holders().note(backup, entry.copy().stamp());
  }

  private void mendAndRelease() {
    repair.mend(entry, 1, () -> true);
    repair.release(entry);
  }

  private void own() {
    synchronized (entry) {
      entry.copy().onClaim(1, OWNER);
      entry.copy().create("Cart", 0);
      entry.copy().become(1, OWNER);
      entry.copy().complete(begin("one"), false);
    }
  }

  private Change begin(String state) {
    byte[] bytes = state.getBytes(UTF_8);
    return entry.copy().begin(1, new RequestId(state), Update.state(bytes, bytes));
  }

  private static SocketAddress member(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  static Node node(GroupLink link, PropagationSettings settings) {
    return node(link, settings, PartitionRule.availability(MergePolicy.newest()));
  }

  static Node node(GroupLink link, PropagationSettings settings, PartitionRule rule) {
    Scheduler scheduler = Scheduler.live();
    Placement placement = new Placement(scheduler, SocketAddress::toString, settings.callTimeout());
    placement.onView(link.self(), link.members());
    return new Node(
        scheduler,
        settings,
        link,
        placement,
        new Vanished(scheduler),
        new PrimaryView(
            scheduler, link, rule, SocketAddress::toString, () -> {}, floors -> {}, List::of),
        new SessionTable(scheduler, settings.repliesKept()),
        OutcomeLog.none(),
        new Counters(),
        new Backlog());
  }

  /**
   * Answers every whole copy alike; of changes, the first is never answered, and the next after a
   * repair.
   */
  private final class Link extends StubLink {
    Link() {
      super(OWNER, MEMBERS);
    }

    @Override
    public CompletableFuture<byte[]> askSurely(
        SocketAddress member, byte[] frame, Duration timeout) {
      dropped.add(member);
      return CompletableFuture.completedFuture(Verdict.ACK.bytes());
    }

    @Override
    public CompletableFuture<byte[]> ask(SocketAddress member, byte[] frame, Duration timeout) {
      try {
        if (FrameCodec.decode(ByteBuffer.wrap(frame)) instanceof Frame.UpdateFrame) {
          asked.add(member);
          if (asked.size() == 1) {
            return new CompletableFuture<>();
          }
          node.placement().answered(asked.get(0)); // so that it comes first again
          repair.mend(entry, 1, () -> true);
        }
        meanwhile.run();
        return CompletableFuture.completedFuture(answer.bytes());
      } catch (MalformedFrameException e) {
        throw new AssertionError(e);
      }
    }
  }
}
