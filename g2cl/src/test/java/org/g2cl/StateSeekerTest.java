package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What comes while a member decides whose state counts. */
class StateSeekerTest {
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final UnaryOperator<Membership> AS_IT_IS = UnaryOperator.identity();

  private final TestGroup group = new TestGroup();

  @AfterEach
  void close() throws Exception {
    group.close();
  }

  /** Member whose state is a text, and whose next look at the view is the test's. */
  private final class Node {
    final MarshalDataSession session;
    final StateTransferDataSession transfer;
    final AtomicReference<UnaryOperator<Membership>> look = new AtomicReference<>(AS_IT_IS);
    final CountDownLatch writes = new CountDownLatch(1);
    final CountDownLatch departed = new CountDownLatch(1);
    volatile CountDownLatch holdWriting = new CountDownLatch(0);
    volatile int heardMembers;
    volatile String state = "";

    Node(String name) throws Exception {
      session = group.session(name);
      MarshalDataSession looking =
          Altered.of(
              MarshalDataSession.class,
              session,
              "membership",
              view -> look.getAndSet(AS_IT_IS).apply((Membership) view));
      transfer =
          new StateTransferDataSession(
              looking, 4, StateHandler.ofBytes(this::write, bytes -> state = text(bytes)));
      session.addMembershipListener(view -> heardMembers = view.getMembershipList().size());
      session.addDepartureListener(departure -> departed.countDown());
      session.join();
    }

    private byte[] write() {
      writes.countDown();
      awaitLatch(holdWriting);
      return state.getBytes(UTF_8);
    }

    void afterTheLook(Runnable event) {
      look.set(
          view -> {
            event.run();
            return view;
          });
    }

    boolean getState() throws Exception {
      return transfer.getState(null, WAIT);
    }

    SocketAddress address() {
      return session.localAddress();
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      assertThat(latch.await(WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Node memberWithState(String name) throws Exception {
    Node node = new Node(name);
    node.getState();
    return node;
  }

  private void partition(Node alone, Node... others) {
    group.network.partition(
        List.of(alone.address()), List.of(others).stream().map(Node::address).toList());
    await().until(() -> alone.session.membership().getMembershipList().size() == 1);
    for (Node other : others) {
      await().until(() -> other.heardMembers == others.length);
    }
  }

  private void merge(int members, Node... heard) {
    group.network.heal();
    for (Node node : heard) {
      await().until(() -> node.heardMembers == members);
    }
  }

  @Test
  void shouldGetTheStateOfTheOtherSideWhenAMergeComesAfterTheLookAtTheView() throws Exception {
    Node a = memberWithState("a");
    Node b = memberWithState("b");
    partition(a, b);
    a.state = "a's";
    b.state = "b's";
    b.afterTheLook(() -> merge(2, b));
    assertThat(b.getState()).isTrue();
    assertThat(b.state).isEqualTo("a's");
  }

  @Test
  void shouldNotStartWithTheEmptyStateWhenAMergeComesAfterTheLookAtTheView() throws Exception {
    Node a = memberWithState("a");
    a.state = "a's";
    Node b = new Node("b");
    group.awaitMembers(2);
    partition(a, b);
    b.afterTheLook(() -> merge(2, b));
    assertThat(b.getState()).isTrue();
    assertThat(b.state).isEqualTo("a's");
  }

  @Test
  void shouldNotGoOnWithItsOwnStateWhenAMergeComesWhileItAsksThoseThatGiveWay() throws Exception {
    Node a = memberWithState("a");
    Node b = memberWithState("b");
    Node c = memberWithState("c");
    group.awaitMembers(3);
    partition(a, b, c);
    merge(3, b, c);
    partition(a, b, c);
    a.state = "a's";
    b.state = "b's";
    b.afterTheLook(() -> merge(3, b, c));
    assertThat(b.getState()).isTrue();
    assertThat(b.state).isEqualTo("a's");
  }

  @Test
  void shouldHaveNoStateWhenItIsPutOutWhileItDecides() throws Exception {
    Node a = new Node("a");
    UnaryOperator<Object> putOut =
        rank -> {
          group.network.exclude(a.address());
          awaitLatch(a.departed);
          return rank;
        };
    a.look.set(view -> Altered.of(Membership.class, view, "getLocalRank", putOut));
    assertThatThrownBy(a::getState).isInstanceOf(InvalidStateException.class);
    assertThat(a.transfer.hasState()).isFalse();
  }

  @Test
  void shouldEndAtOnceWhenClosedWhileTheStateComes() throws Exception {
    Node a = memberWithState("a");
    a.holdWriting = new CountDownLatch(1);
    Node b = new Node("b");
    CompletableFuture<Boolean> got = got(b);
    awaitLatch(a.writes);
    b.transfer.close();
    assertThat(got)
        .failsWithin(Duration.ofSeconds(1))
        .withThrowableThat()
        .withRootCauseInstanceOf(ClosedSessionException.class);
    a.holdWriting.countDown();
    assertThat(b.transfer.hasState()).isFalse();
  }

  @Test
  void shouldEndAtOnceWhenClosedWhileItRests() throws Exception {
    new Node("a");
    Node b = new Node("b");
    group.awaitMembers(2);
    CountDownLatch asking = new CountDownLatch(1);
    b.afterTheLook(asking::countDown);
    CompletableFuture<Boolean> got = got(b);
    awaitLatch(asking);
    b.transfer.close();
    assertThat(got)
        .failsWithin(Duration.ofSeconds(1))
        .withThrowableThat()
        .withRootCauseInstanceOf(ClosedSessionException.class);
  }

  @Test
  void shouldNotStartWhenClosed() throws Exception {
    Node a = new Node("a");
    a.transfer.close();
    assertThatThrownBy(a::getState).isInstanceOf(ClosedSessionException.class);
    assertThatThrownBy(() -> a.transfer.getState(a.address(), WAIT))
        .isInstanceOf(ClosedSessionException.class);
    assertThat(a.transfer.hasState()).isFalse();
  }

  @Test
  void shouldNotStartAMapThatIsClosed() throws Exception {
    ReplicatedHashMap<String, String> map = new ReplicatedHashMap<>(group.session("a"), 20);
    map.session().join();
    map.close();
    assertThatThrownBy(() -> map.start(WAIT.toMillis())).isInstanceOf(ClosedSessionException.class);
  }

  private static CompletableFuture<Boolean> got(Node node) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return node.getState();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
