package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.g2cl.Scheduler;
import org.junit.jupiter.api.Test;

/** What could not be sent to others for an error of this JVM, such as no memory. */
class UntoldTest {
  private static final SocketAddress SECOND = RepairTest.MEMBERS.get(1);
  private static final SocketAddress THIRD = RepairTest.MEMBERS.get(2);
  private static final RequestId REQUEST = new RequestId("r1");
  private static final Update UPDATE = Update.state(new byte[] {1}, new byte[] {2});

  private final List<SocketAddress> asked = new ArrayList<>();

  /** Who cannot be asked. */
  private SocketAddress unreachable = THIRD;

  private final Entry entry = new Entry(Scheduler.live(), new SessionId("cart-1"), 8, new Shared());
  private final Node node = RepairTest.node(new Link(), settings(ReplicationMode.SYNCHRONOUS));

  private static PropagationSettings settings(ReplicationMode mode) {
    return PropagationSettings.builder()
        .backups(1)
        .acknowledgeTimeout(Duration.ofMillis(50))
        .callTimeout(Duration.ofMillis(200))
        .maxStateBytes(1000)
        .mode(mode)
        .build();
  }

  private final class Link extends StubLink {
    Link() {
      super(RepairTest.OWNER, RepairTest.MEMBERS);
    }

    @Override
    public CompletableFuture<byte[]> ask(SocketAddress member, byte[] frame, Duration timeout) {
      if (member.equals(unreachable)) {
        throw new InternalError("meant by the test");
      }
      asked.add(member);
      return CompletableFuture.completedFuture(Verdict.ACK.bytes());
    }

    @Override
    public CompletableFuture<byte[]> askSurely(
        SocketAddress member, byte[] frame, Duration timeout) {
      return ask(member, frame, timeout);
    }
  }

  @Test
  void shouldTellWhatBecameOfAChangeWithTheNextScan() {
    own();
    Stamp stamp = new Stamp(1, 1);
    entry.holders().note(SECOND, stamp);
    entry.holders().note(THIRD, stamp);
    entry.decision(new Frame.Decision(entry.session(), stamp, true));
    assertThatThrownBy(() -> node.tellDecision(entry)).isInstanceOf(InternalError.class);

    unreachable = null;
    node.tellDecision(entry);

    assertThat(asked).contains(THIRD);
    assertThat(entry.decision()).isNull();
  }

  @Test
  void shouldGoOnCountingACopyThatCouldNotBeDropped() {
    own();
    Stamp held = new Stamp(1, 1);
    synchronized (entry) {
      entry.copy().complete(entry.copy().begin(1, REQUEST, UPDATE), false);
      entry.copy().complete(entry.copy().begin(1, new RequestId("r2"), UPDATE), false);
    }
    entry.holders().note(THIRD, held);
    Holders.Held unneeded = new Holders.Held(THIRD, held);
    assertThatThrownBy(() -> node.dropAt(entry, unneeded)).isInstanceOf(InternalError.class);
    assertThat(entry.holders().members()).containsExactly(THIRD);

    unreachable = null;
    node.dropAt(entry, entry.holders().all().get(0));

    assertThat(asked).containsExactly(THIRD);
    assertThat(entry.holders().members()).isEmpty();
  }

  @Test
  void shouldTellAllOthersWhatIsHeldHereWithTheNextScan() {
    own();
    synchronized (entry) {
      entry.copy().complete(entry.copy().begin(1, REQUEST, UPDATE), false);
      entry.copy().surrender(1);
      entry.doubtful(true);
    }
    OutdatedCopies outdated = new OutdatedCopies(node, new Repair(node));
    assertThatThrownBy(() -> outdated.tell(entry)).isInstanceOf(InternalError.class);
    assertThat(entry.isDoubtful()).isTrue();

    unreachable = null;
    outdated.tell(entry);

    assertThat(asked).contains(THIRD);
    assertThat(entry.isDoubtful()).isFalse();
  }

  /** Else each later call would wait for a place, and fail. */
  @Test
  void shouldGiveBackItsPlaceInTheBacklogOfModeAsynchronous() throws Exception {
    own();
    Node unwaiting = RepairTest.node(new Link(), settings(ReplicationMode.ASYNCHRONOUS));
    unreachable = unwaiting.candidates(entry).get(0);
    Call call = new Call(unwaiting, new Degradation(), entry, REQUEST, ended -> {});
    for (int i = 0; i <= Backlog.LIMIT; i++) {
      assertThatThrownBy(() -> call.prepare(UPDATE, false)).isInstanceOf(InternalError.class);
    }

    unreachable = null;
    call.prepare(UPDATE, false);

    assertThat(asked).hasSize(1);
  }

  /** Else its caller would take it for one that came to nothing, and make it again. */
  @Test
  void shouldAnswerACallWhoseChangeCountsThoughAnOlderCopyCannotBeDropped() throws Exception {
    own();
    node.primary().onView(RepairTest.MEMBERS, List.of());
    assertThat(node.primary().awaitDecision(Duration.ofSeconds(20))).isTrue();
    SocketAddress backup = node.candidates(entry).get(0);
    unreachable = backup.equals(SECOND) ? THIRD : SECOND;
    entry.holders().note(unreachable, new Stamp(1, 1));

    try (Call call = new Call(node, new Degradation(), entry, REQUEST, ended -> {})) {
      call.prepare(UPDATE, true);
      assertThat(call.version()).isEqualTo(2);
      call.commit();
    }

    assertThat(asked).contains(backup);
    assertThat(entry.copy().undecided()).isNull();
    assertThat(entry.copy().stamp()).isEqualTo(new Stamp(1, 2));
  }

  private void own() {
    synchronized (entry) {
      entry.copy().onClaim(1, RepairTest.OWNER);
      entry.copy().create("Cart", 0);
      entry.copy().become(1, RepairTest.OWNER);
    }
  }
}
