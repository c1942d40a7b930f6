package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.g2cl.Scheduler;
import org.junit.jupiter.api.Test;

/** A change that too few members acknowledge. */
class SynchronousUpdateTest {
  private static final SocketAddress SILENT = RepairTest.MEMBERS.get(2);
  private static final RequestId REQUEST = new RequestId("r1");
  private static final byte[] BYTES = {1};
  private static final Update UPDATE = Update.state(BYTES, BYTES);

  private final CompletableFuture<byte[]> late = new CompletableFuture<>();

  /** What asking that member fails by, or null. */
  private Error failure;

  /** What happens before other members answer, and what they answer. */
  private Runnable before = () -> {};

  private Verdict verdict = Verdict.ACK;

  private final List<SocketAddress> asked = new ArrayList<>();

  private final Node node = RepairTest.node(link(), settings(1, 0, ReplicationMode.ALL));
  private final Entry entry = new Entry(Scheduler.live(), new SessionId("cart-1"), 8, new Shared());

  private static PropagationSettings settings(int backups, int minimum, ReplicationMode mode) {
    return settings(backups, minimum, mode, Duration.ofMillis(50));
  }

  private static PropagationSettings settings(
      int backups, int minimum, ReplicationMode mode, Duration acknowledgeTimeout) {
    return PropagationSettings.builder()
        .backups(backups)
        .minimumCopies(minimum)
        .acknowledgeTimeout(acknowledgeTimeout)
        .callTimeout(acknowledgeTimeout.multipliedBy(4))
        .maxStateBytes(1000)
        .tombstoneRetention(Duration.ofMinutes(1))
        .repairPerSecond(9)
        .mode(mode)
        .build();
  }

  /** All but one member take what they are sent. */
  private GroupLink link() {
    return (GroupLink)
        Proxy.newProxyInstance(
            SynchronousUpdateTest.class.getClassLoader(),
            new Class<?>[] {GroupLink.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "self" -> RepairTest.OWNER;
                  case "members" -> RepairTest.MEMBERS;
                  case "isCutOff" -> false;
                  case "ask" ->
                      arguments[0].equals(SILENT)
                          ? answerOfSilent()
                          : answerOf((SocketAddress) arguments[0]);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private CompletableFuture<byte[]> answerOf(SocketAddress member) {
    asked.add(member);
    before.run();
    return CompletableFuture.completedFuture(verdict.bytes());
  }

  private CompletableFuture<byte[]> answerOfSilent() {
    if (failure != null) {
      throw failure;
    }
    return late;
  }

  @Test
  void shouldNoteWhoHasAChangeThatTooFewAcknowledged() {
    own();
    Change change;
    synchronized (entry) {
      change = entry.copy().begin(1, REQUEST, UPDATE);
    }
    UpdateFrames frames = new UpdateFrames(node, entry, entry.copy().stamp(), null, change, false);
    SynchronousUpdate update = new SynchronousUpdate(node, entry, change, frames);
    assertThatThrownBy(update::run)
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("1 members of the 2 wanted acknowledged");
    assertThat(entry.holders().of(RepairTest.MEMBERS.get(1)))
        .as("so that it is told to drop it")
        .isEqualTo(change.stamp());
    assertThat(entry.holders().of(SILENT)).isNull();
  }

  @Test
  void shouldNoteWhoHasAChangeThatIsRefusedForTooFewCopies() {
    Node strict = RepairTest.node(link(), settings(2, 2, ReplicationMode.SYNCHRONOUS));
    own();
    Call call = new Call(strict, new Degradation(), entry, REQUEST, ended -> {});
    assertThatThrownBy(() -> call.prepare(UPDATE, false))
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("fewer than g2cl.minimum-copies, which is 2");
    assertThat(entry.holders().members()).containsExactly(RepairTest.MEMBERS.get(1));
  }

  /** As where its frame finds no memory, when a member has been sent the change already. */
  @Test
  void shouldNotCountAChangeThatFailsByAnErrorAndOutdateItByTheNextCall() {
    own();
    Node one = RepairTest.node(link(), settings(2, 0, ReplicationMode.SYNCHRONOUS));
    Call call = new Call(one, new Degradation(), entry, REQUEST, ended -> {});
    failure = new InternalError("meant by the test");

    assertThatThrownBy(() -> call.prepare(UPDATE, false)).isSameAs(failure);

    assertThat(entry.copy().isChanging()).isFalse();
    assertThat(entry.isFloorDue()).as("the next call has others drop it").isTrue();
  }

  /** The call has ended and the others were told, when the member says that it has the change. */
  @Test
  void shouldTellWhatBecameOfTheChangeToAMemberThatAcknowledgesItLate() throws Exception {
    own();
    Node one = RepairTest.node(link(), settings(2, 0, ReplicationMode.SYNCHRONOUS));
    Call call = new Call(one, new Degradation(), entry, REQUEST, ended -> {});
    call.prepare(UPDATE, true);
    call.commit();
    Frame.Decision decision = entry.decision();
    entry.decision(null);

    late.complete(Verdict.ACK.bytes());

    assertThat(entry.holders().of(SILENT)).isEqualTo(decision.stamp());
    assertThat(entry.decision()).isEqualTo(decision);
  }

  @Test
  void shouldSayNothingOfAChangeThatCameToNothingToAMemberThatAcknowledgesItLate()
      throws Exception {
    own();
    Node one = RepairTest.node(link(), settings(2, 0, ReplicationMode.SYNCHRONOUS));
    Call call = new Call(one, new Degradation(), entry, REQUEST, ended -> {});
    call.prepare(UPDATE, true);
    call.abort();
    entry.decision(null);

    late.complete(Verdict.ACK.bytes());

    assertThat(entry.holders().of(SILENT)).isNotNull();
    assertThat(entry.decision()).as("it is told to drop what it has").isNull();
  }

  /** What it sent would be content in which the change is undecided and overtaken at once. */
  @Test
  void shouldSendNothingMoreOfAChangeOnceItDoesNotOwnTheSession() {
    own();
    Node one = RepairTest.node(link(), settings(1, 0, ReplicationMode.SYNCHRONOUS));
    Call call = new Call(one, new Degradation(), entry, REQUEST, ended -> {});
    verdict = Verdict.NEED_COPY;
    before = () -> entry.copy().onClaim(2, SILENT);

    assertThatThrownBy(() -> call.prepare(UPDATE, true))
        .isInstanceOf(FencedException.class)
        .hasMessageContaining(RepairTest.OWNER + " does not own it any more");

    assertThat(asked).as("no copy of all was sent").containsExactly(RepairTest.MEMBERS.get(1));
    assertThat(one.counters().fenced.sum()).isOne();
  }

  @Test
  void shouldEndTheWaitByTheAnswerThatComesMeanwhile() throws Exception {
    own();
    Node patient =
        RepairTest.node(link(), settings(2, 0, ReplicationMode.SYNCHRONOUS, Duration.ofMinutes(1)));
    Call call = new Call(patient, new Degradation(), entry, REQUEST, ended -> {});
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              call.prepare(UPDATE, false);
              return null;
            });
    Thread caller = new Thread(task);
    caller.start();
    Awaitility.await("the call waits")
        .atMost(Duration.ofSeconds(20))
        .until(() -> caller.getState() == Thread.State.TIMED_WAITING);

    late.complete(Verdict.ACK.bytes());

    task.get(20, TimeUnit.SECONDS); // far less than the acknowledge time-out
    assertThat(entry.holders().of(SILENT)).isEqualTo(entry.copy().stamp());
  }

  private void own() {
    synchronized (entry) {
      entry.copy().onClaim(1, RepairTest.OWNER);
      entry.copy().create("Cart", 0);
      entry.copy().become(1, RepairTest.OWNER);
    }
  }
}
