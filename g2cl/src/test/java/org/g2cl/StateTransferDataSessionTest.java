package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StateTransferDataSessionTest {
  private static final Duration WAIT = Duration.ofSeconds(30);

  private final TestGroup group = new TestGroup();

  /** A log of numbers: one lost, doubled or out of order shows. */
  private final class Node implements StateHandler {
    final MarshalDataSession session;
    final StateTransferDataSession transfer;
    final List<Integer> log = new ArrayList<>();
    volatile CountDownLatch holdWriting = new CountDownLatch(0);
    volatile CountDownLatch holdReading = new CountDownLatch(0);
    volatile boolean writesBackwards;
    volatile boolean cannotRead;
    volatile boolean refusesToRead;
    volatile boolean cannotWrite;
    volatile boolean breaksWriting;
    final AtomicInteger settings = new AtomicInteger();
    final AtomicInteger snapshots = new AtomicInteger();
    final AtomicInteger failures = new AtomicInteger();

    Node(String name) throws Exception {
      this(name, Map.of());
    }

    Node(String name, Map<String, String> settings) throws Exception {
      this(group.session(name, settings));
    }

    Node(MarshalDataSession own) throws Exception {
      session = own;
      transfer = new StateTransferDataSession(session, 4, this);
      transfer.register(3, message -> add(message.payload().getInt()));
      session.join();
    }

    synchronized void add(int number) {
      log.add(number);
    }

    synchronized List<Integer> log() {
      return List.copyOf(log);
    }

    void send(int number) throws Exception {
      byte[] bytes = ByteBuffer.allocate(4).putInt(number).array();
      session.send(new G2CLMessage(null, bytes), 3, ServiceNames.TOTAL_ORDER);
    }

    @Override
    public StateSnapshot snapshot() {
      if (cannotWrite) {
        failures.incrementAndGet();
        throw new IllegalStateException("handler is broken");
      }
      List<Integer> now = log();
      CountDownLatch hold = holdWriting;
      snapshots.incrementAndGet();
      return out -> {
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(now.size());
        if (breaksWriting) {
          throw new IllegalStateException("snapshot is broken");
        }
        for (int i = 0; i < now.size(); i++) {
          int at = writesBackwards ? now.size() - 1 - i : i;
          data.writeInt(at);
          data.writeInt(now.get(at));
          if (i == now.size() / 2) {
            awaitHold(hold);
          }
        }
      };
    }

    private void awaitHold(CountDownLatch hold) throws IOException {
      try {
        hold.await(20, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void setState(InputStream in) throws IOException {
      if (cannotRead) {
        throw new IllegalStateException("handler is broken");
      }
      if (refusesToRead) {
        failures.incrementAndGet();
        throw new IOException("not a state");
      }
      DataInputStream data = new DataInputStream(in);
      Integer[] received = new Integer[data.readInt()];
      settings.incrementAndGet(); // a crash from now on is one in the middle
      for (int left = received.length; left > 0; left--) {
        received[data.readInt()] = data.readInt();
      }
      awaitHold(holdReading);
      synchronized (this) {
        log.clear();
        log.addAll(List.of(received));
      }
    }
  }

  @AfterEach
  void close() throws Exception {
    group.close();
  }

  private Node firstMember() throws Exception {
    Node a = new Node("a");
    assertThat(a.transfer.getState(null, WAIT)).isFalse();
    return a;
  }

  @Test
  void shouldStartEmptyWhenAlone() throws Exception {
    assertThat(firstMember().transfer.hasState()).isTrue();
  }

  @Test
  void shouldLoseAndDoubleNothingWhenJoiningWhileOthersSend() throws Exception {
    Node a = firstMember();
    AtomicBoolean stop = new AtomicBoolean();
    Thread sender = new Thread(() -> sendUntil(stop, a));
    sender.start();
    List<Node> nodes = new ArrayList<>(List.of(a));
    for (String name : List.of("b", "c", "d")) {
      await().until(() -> a.log().size() % 50 > 25);
      Node joiner = new Node(name);
      assertThat(joiner.transfer.getState(null, WAIT)).isTrue();
      nodes.add(joiner);
    }
    stop.set(true);
    sender.join();
    List<Integer> all = a.log();
    for (int i = 0; i < all.size(); i++) {
      assertThat(all.get(i)).isEqualTo(i);
    }
    for (Node node : nodes) {
      await(node.session.toString()).until(() -> node.log().size() == a.log().size());
      assertThat(node.log()).isEqualTo(a.log());
    }
  }

  @Test
  void shouldLoseNoMessageThatCrossesInFragmentsWhileAMemberJoins() throws Exception {
    Map<String, String> fragments = Map.of("chain", "frag", "frag.size", "1024");
    Node a = new Node("a", fragments);
    a.transfer.getState(null, WAIT);
    Node b = new Node("b", fragments);
    b.transfer.getState(null, WAIT);
    group.network.delay(Duration.ofMillis(1), Duration.ofMillis(5));
    AtomicBoolean stop = new AtomicBoolean();
    Thread sender = new Thread(() -> sendLongMessagesUntil(stop, b));
    sender.start();
    List<Node> nodes = new ArrayList<>(List.of(a, b));
    for (String name : List.of("c", "d", "e", "f")) {
      Node joiner = new Node(name, fragments);
      assertThat(joiner.transfer.getState(null, WAIT)).isTrue();
      nodes.add(joiner);
    }
    stop.set(true);
    sender.join();
    for (Node node : nodes) {
      await(node.session.toString()).until(() -> node.log().size() == b.log().size());
      assertThat(node.log()).isEqualTo(b.log());
    }
  }

  /** Stops before the third fragment until it is let go on. */
  private static final class Pause extends DataSessionDecorator {
    final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicInteger fragments = new AtomicInteger();

    Pause(DataSession below, DroppedFrames dropped) {
      super(below, dropped);
    }

    boolean isReached() {
      return fragments.get() == 3;
    }

    @Override
    public void multicast(
        Message message, Service service, Object context, Annotation... annotations)
        throws IOException {
      boolean fragment = message.getPayload().length > 1024;
      if (fragment && fragments.incrementAndGet() == 3) {
        awaitGoOn(goOn);
      }
      sendBelow(message.getPayload(), service, context, annotations);
    }

    private static void awaitGoOn(CountDownLatch latch) throws IOException {
      try {
        latch.await(30, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    @Override
    Object open(ByteBuffer payload, SocketAddress sender) {
      return deliver(payload, sender);
    }
  }

  @Test
  void shouldNotMissAMessageWhoseFirstFragmentsWereSentBeforeItJoined() throws Exception {
    Map<String, String> fragments = Map.of("chain", "frag", "frag.size", "1024");
    Node a = new Node("a", fragments);
    a.transfer.getState(null, WAIT);
    Pause[] pause = {null};
    Node b =
        new Node(
            group.session(
                "b",
                (engine, dropped, self) -> {
                  pause[0] = new Pause(engine, dropped);
                  FragDataSession frag = new FragDataSession(pause[0], dropped, 1024);
                  return new DecoratorChain(frag, List.of(frag, pause[0]));
                }));
    b.transfer.getState(null, WAIT);
    CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> sendLong(b, 7));
    await().until(pause[0]::isReached);
    Node c = new Node("c", fragments);
    CompletableFuture<Boolean> joining = CompletableFuture.supplyAsync(() -> getState(c));
    await().during(Duration.ofMillis(300)).until(() -> !joining.isDone());
    pause[0].goOn.countDown();
    sending.get(30, TimeUnit.SECONDS);
    assertThat(joining.get(30, TimeUnit.SECONDS)).isTrue();
    await().until(() -> c.log().equals(List.of(7)));
  }

  private static boolean getState(Node node) {
    try {
      return node.transfer.getState(null, WAIT);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void sendLong(Node node, int number) {
    try {
      byte[] bytes = ByteBuffer.allocate(10_000).putInt(number).array();
      node.session.send(new G2CLMessage(null, bytes), 3, ServiceNames.TOTAL_ORDER);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Two at a time are on their way at any moment. */
  private static void sendLongMessagesUntil(AtomicBoolean stop, Node node) {
    try {
      for (int i = 0; !stop.get(); i++) {
        byte[] bytes = ByteBuffer.allocate(100_000).putInt(i).array();
        node.session.send(new G2CLMessage(null, bytes), 3, ServiceNames.TOTAL_ORDER);
        int awaited = i - 1;
        await().pollInterval(Duration.ofMillis(1)).until(() -> node.log().size() >= awaited);
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void sendUntil(AtomicBoolean stop, Node node) {
    try {
      int before = node.log().size();
      for (int i = before; !stop.get(); i++) {
        node.send(i);
        if (i % 10 == 0) {
          int sent = i;
          await().pollDelay(Duration.ofMillis(1)).until(() -> node.log().size() >= sent);
        }
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldNameTheHandlerWhenItFailsOnAState() throws Exception {
    firstMember();
    Node b = new Node("b");
    b.cannotRead = true;
    assertThatThrownBy(() -> b.transfer.getState(null, WAIT))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("mend its setState")
        .hasRootCauseMessage("handler is broken");
    b.cannotRead = false;
    assertThat(b.transfer.getState(null, WAIT)).isTrue();
  }

  @Test
  void shouldFailAtOnceWhenTheHandlerDoesNotTakeTheState() throws Exception {
    Node a = firstMember();
    a.add(7);
    Node b = new Node("b");
    b.refusesToRead = true;
    assertThatThrownBy(() -> b.transfer.getState(null, WAIT))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("on the state of a; mend its setState")
        .hasMessageContaining(Node.class.getName())
        .hasRootCauseMessage("not a state");
    assertThat(b.failures).hasValue(1);
    b.refusesToRead = false;
    assertThat(b.transfer.getState(null, WAIT)).isTrue();
    b.refusesToRead = true;
    assertThatThrownBy(() -> b.transfer.getState(null, WAIT)).isInstanceOf(GroupException.class);
    assertThat(b.transfer.hasState()).as("the one that it had").isTrue();
    assertThat(b.log()).containsExactly(7);
  }

  @Test
  void shouldAskAnotherMemberWhenTheStreamBreaksInTheHandler() throws Exception {
    Node a = firstMember();
    a.add(7);
    a.breaksWriting = true;
    Node b = new Node("b");
    CompletableFuture<Boolean> joining = CompletableFuture.supplyAsync(() -> getState(b));
    await().until(() -> a.session.scheduler().failures() >= 1);
    a.breaksWriting = false;
    assertThat(joining.get(30, TimeUnit.SECONDS)).isTrue();
    assertThat(b.log()).containsExactly(7);
  }

  @Test
  void shouldTellWhoWasAskedLastAndWhatWasWrongThere() throws Exception {
    Node a = firstMember();
    a.cannotWrite = true;
    Node b = new Node("b");
    assertThatThrownBy(() -> b.transfer.getState(null, Duration.ofMillis(500)))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("from anybody; a was asked last: ")
        .hasMessageContaining("state of member a: snapshot() of ")
        .hasMessageContaining(Node.class.getName())
        .hasMessageContaining("IllegalStateException: handler is broken")
        .hasCauseInstanceOf(IOException.class);
    assertThatThrownBy(() -> b.transfer.getState(a.session.localAddress(), WAIT))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("handler is broken");
  }

  @Test
  void shouldTellWhatIsWrongWhereTheOneThatStandsByFailsLikewise() throws Exception {
    List<Node> nodes = members("a", "b");
    nodes.forEach(node -> node.cannotWrite = true);
    Node c = new Node("c");
    assertThatThrownBy(() -> c.transfer.getState(null, Duration.ofSeconds(3)))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("handler is broken")
        .hasMessageContaining("which stood by, answered UNKNOWN");
  }

  @Test
  void shouldTellThatTheOneAskedLastHasNoState() throws Exception {
    Node a = new Node("a");
    Node b = new Node("b");
    group.awaitMembers(2);
    assertThatThrownBy(() -> b.transfer.getState(null, Duration.ofMillis(200)))
        .hasMessageEndingWith("from anybody; a was asked last: it has no state")
        .hasNoCause();
    assertThat(a.transfer.hasState()).isFalse();
  }

  @Test
  void shouldAskLessAndLessOftenAndLogOnceWhileTheSnapshotFails() throws Exception {
    Node a = firstMember();
    a.cannotWrite = true;
    Node b = new Node("b");
    String log =
        LogText.during(
            () ->
                assertThatThrownBy(() -> b.transfer.getState(null, Duration.ofSeconds(2)))
                    .isInstanceOf(TimeoutException.class));
    assertThat(a.failures.get()).as("with rests of 50, 100, 200, 400 and 800 ms").isBetween(2, 7);
    assertThat(log)
        .containsOnlyOnce("at " + Node.class.getName() + ".snapshot")
        .containsOnlyOnce("b: no state from a")
        .contains("a: snapshot() of " + Node.class.getName() + " failed for b, 1 so far; mend it");
  }

  @Test
  void shouldCarryAStateOfManyChunks() throws Exception {
    Node a = firstMember();
    for (int i = 0; i < 200_000; i++) {
      a.add(i);
    }
    Node b = new Node("b");
    assertThat(b.transfer.getState(a.session.localAddress(), WAIT)).isTrue();
    assertThat(b.log()).isEqualTo(a.log());
  }

  /** Three members with a state; b provides it to whoever joins and stops in the middle. */
  private List<Node> membersWithAProviderThatStops(CountDownLatch hold) throws Exception {
    Node a = firstMember();
    for (int i = 0; i < 50_000; i++) {
      a.add(i);
    }
    Node b = new Node("b");
    b.transfer.getState(null, WAIT);
    Node c = new Node("c");
    c.transfer.getState(null, WAIT);
    b.holdWriting = hold;
    return List.of(a, b, c);
  }

  private Thread crashWhenJoined(Node victim, Node joiner) {
    Thread killer =
        new Thread(
            () -> {
              await().until(() -> joiner.session.isJoined() && joiner.settings.get() == 1);
              group.crash(victim.session);
            });
    killer.start();
    return killer;
  }

  private void assertJoinsWhileTheProviderCrashes(
      List<Node> members, CountDownLatch hold, int settings) throws Exception {
    Node d = new Node("d");
    Thread killer = crashWhenJoined(members.get(1), d);
    AtomicBoolean stop = new AtomicBoolean();
    Thread sender = new Thread(() -> sendUntil(stop, members.get(0)));
    sender.start();
    assertThat(d.transfer.getState(null, WAIT)).isTrue();
    killer.join();
    stop.set(true);
    sender.join();
    hold.countDown();
    Node a = members.get(0);
    a.send(-1);
    await().until(() -> a.log().contains(-1));
    await().until(() -> d.log().size() == a.log().size());
    assertThat(d.log()).isEqualTo(a.log());
    assertThat(d.settings.get())
        .as("times that the state was read from its start")
        .isEqualTo(settings);
  }

  @Test
  void shouldGoOnFromAnotherMemberWhenTheProviderCrashes() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    assertJoinsWhileTheProviderCrashes(membersWithAProviderThatStops(hold), hold, 1);
  }

  @Test
  void shouldReadFromTheStartWhenTheOtherMemberWritesOtherBytes() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    List<Node> members = membersWithAProviderThatStops(hold);
    members.get(2).writesBackwards = true;
    assertJoinsWhileTheProviderCrashes(members, hold, 2);
  }

  @Test
  void shouldAskWithANewMarkWhenNobodyStandsBy() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    List<Node> members = membersWithAProviderThatStops(hold);
    members.get(2).session.leave();
    Node a = members.get(0);
    a.holdWriting = hold;
    Node d = new Node("d");
    Thread killer =
        new Thread(
            () -> {
              await().until(() -> d.settings.get() == 1);
              group.crash(members.get(1).session);
              hold.countDown();
            });
    killer.start();
    assertThat(d.transfer.getState(null, WAIT)).isTrue();
    killer.join();
    assertThat(d.log()).isEqualTo(a.log());
  }

  @Test
  void shouldGetTheStateWithoutATimeOut() throws Exception {
    Node a = new Node("a");
    assertThat(a.transfer.getState(null, Duration.ZERO)).isFalse();
    a.add(7);
    Node b = new Node("b");
    assertThat(b.transfer.getState(null, Duration.ZERO)).isTrue();
    assertThat(b.transfer.getState(a.session.localAddress(), Duration.ZERO)).isTrue();
    assertThat(b.log()).containsExactly(7);
    assertThatThrownBy(() -> b.transfer.getState(null, Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldLetTheCoordinatorStartEmptyWhenAllStartTogether() throws Exception {
    Node a = new Node("a");
    Node b = new Node("b");
    group.awaitMembers(2);
    assertThatThrownBy(() -> b.transfer.getState(null, Duration.ofMillis(200)))
        .isInstanceOf(TimeoutException.class);
    assertThat(a.transfer.getState(null, WAIT)).isFalse();
    a.send(1);
    assertThat(b.transfer.getState(null, WAIT)).isTrue();
    await().until(() -> b.log().equals(List.of(1)));
  }

  @Test
  void shouldAskAgainAfterLeavingAndJoining() throws Exception {
    Node a = firstMember();
    Node b = new Node("b");
    b.transfer.getState(null, WAIT);
    b.session.leave();
    a.send(1);
    await().until(() -> a.log().equals(List.of(1)));
    b.session.join();
    assertThat(b.transfer.hasState()).isFalse();
    a.send(2);
    assertThat(b.transfer.getState(null, WAIT)).isTrue();
    a.send(3);
    await().until(() -> b.log().equals(List.of(1, 2, 3)));
  }

  @Test
  void shouldAnswerThatTheStateIsMissingUntilItIsThere() throws Exception {
    Node a = firstMember();
    MessageDispatcher asking = new MessageDispatcher(a.session, 9, request -> "a");
    MarshalDataSession session = group.session("b");
    byte[][] state = {null};
    StateTransferDataSession transfer =
        new StateTransferDataSession(
            session, 4, StateHandler.ofBytes(() -> new byte[0], received -> state[0] = received));
    MessageDispatcher answering = new MessageDispatcher(session, 9, request -> "b").after(transfer);
    session.join();
    group.awaitMembers(2);
    RequestOptions total = RequestOptions.SYNC().service(ServiceNames.TOTAL_ORDER);
    RspList<String> before = asking.castMessage(null, new G2CLMessage(null), total);
    assertThat(before.get(session.localAddress()).getException())
        .hasMessageContaining(StateNotReadyException.class.getName());
    transfer.getState(null, WAIT);
    RspList<String> after = asking.castMessage(null, new G2CLMessage(null), total);
    assertThat(after.getValue(session.localAddress())).isEqualTo("b");
    assertThat(Arrays.equals(state[0], new byte[4])).isTrue();
    answering.close();
  }

  private List<Node> members(String... names) throws Exception {
    List<Node> nodes = new ArrayList<>();
    for (String name : names) {
      Node node = new Node(name);
      node.transfer.getState(null, WAIT);
      nodes.add(node);
    }
    return nodes;
  }

  /** Members of which the first was apart, with number 1, and the others have number 2. */
  private List<Node> merged(String... names) throws Exception {
    List<Node> nodes = members(names);
    List<SocketAddress> all = nodes.stream().map(node -> node.session.localAddress()).toList();
    group.network.partition(all.subList(0, 1), all.subList(1, all.size()));
    await().until(() -> nodes.get(0).session.membership().getMembershipList().size() == 1);
    await().until(() -> nodes.get(1).session.membership().getMembershipList().size() < all.size());
    for (Node node : nodes) {
      node.add(node == nodes.get(0) ? 1 : 2);
    }
    group.network.heal();
    group.awaitMembers(nodes.size());
    return nodes;
  }

  @Test
  void shouldGetTheStateOfTheCoordinatorAfterAMerge() throws Exception {
    List<Node> nodes = merged("a", "b", "c");
    assertThat(nodes.get(2).transfer.getState(null, WAIT)).isTrue();
    assertThat(nodes.get(2).log()).containsExactly(1);
    Node d = new Node("d");
    assertThat(d.transfer.getState(null, WAIT)).isTrue();
    assertThat(d.log()).as("b has not asked again").containsExactly(1);
  }

  @Test
  void shouldGetTheStateOfTheOtherSideWhenAMergeComesWhileItSetsOne() throws Exception {
    List<Node> nodes = members("a", "b");
    Node c = new Node("c");
    c.holdReading = new CountDownLatch(1);
    CompletableFuture<Boolean> got = CompletableFuture.supplyAsync(() -> state(c));
    await().until(() -> c.settings.get() == 1);
    List<SocketAddress> both = nodes.stream().map(node -> node.session.localAddress()).toList();
    group.network.partition(both, List.of(c.session.localAddress()));
    await().until(() -> nodes.get(0).session.membership().getMembershipList().size() == 2);
    nodes.get(0).send(1);
    await().until(() -> nodes.get(1).log().equals(List.of(1)));
    group.network.heal();
    group.awaitMembers(3);

    c.holdReading.countDown();
    assertThat(got.get(WAIT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    assertThat(c.log()).containsExactly(1);
  }

  private static boolean state(Node node) {
    try {
      return node.transfer.getState(null, WAIT);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldGetAStateThatGaveWayWhenThereIsNoOther() throws Exception {
    List<Node> nodes = merged("a", "b", "c");
    nodes.get(0).session.leave();
    Node d = new Node("d");
    group.awaitMembers(3);
    assertThat(d.transfer.getState(null, WAIT)).isTrue();
    assertThat(d.log()).containsExactly(2);
    assertThat(nodes.get(2).transfer.getState(null, WAIT)).isTrue();
    assertThat(nodes.get(2).log()).containsExactly(2);
  }

  @Test
  void shouldGoOnWithItsOwnStateWhenAllThatThereAreGiveWay() throws Exception {
    List<Node> nodes = merged("a", "b", "c");
    nodes.get(0).session.leave();
    group.awaitMembers(2);
    assertThat(nodes.get(1).transfer.getState(null, WAIT)).isFalse();
    assertThat(nodes.get(1).log()).containsExactly(2);
    assertThat(nodes.get(2).transfer.getState(null, WAIT)).isTrue();
  }

  @Test
  void shouldKeepItsStateWhenNobodyGivesAnother() throws Exception {
    List<Node> nodes = members("a", "b");
    Node b = nodes.get(1);
    SocketAddress gone = nodes.get(0).session.localAddress();
    nodes.get(0).session.leave();
    group.awaitMembers(1);
    assertThatThrownBy(() -> b.transfer.getState(gone, WAIT)).isInstanceOf(GroupException.class);
    assertThat(b.transfer.hasState()).isTrue();
    assertThat(b.transfer.getState(null, WAIT)).isFalse();
    b.send(1);
    await().until(() -> b.log().equals(List.of(1)));
  }

  @Test
  void shouldGoOnWithItsOwnStateWhenItIsTheOneToAsk() throws Exception {
    List<Node> nodes = merged("a", "b", "c");
    SocketAddress coordinator = nodes.get(0).session.localAddress();
    for (Node node : nodes) {
      assertThat(node.transfer.getState(coordinator, WAIT)).isEqualTo(node != nodes.get(0));
      assertThat(node.transfer.hasState()).isTrue();
    }
    nodes.get(2).send(3);
    for (Node node : nodes) {
      await(node.session.toString()).until(() -> node.log().equals(List.of(1, 3)));
    }
  }

  @Test
  void shouldGiveWayNoMoreWhenItIsAskedForItsOwnState() throws Exception {
    List<Node> nodes = merged("a", "b", "c");
    nodes.get(0).session.leave();
    group.awaitMembers(2);
    Node c = nodes.get(2);
    c.add(3);
    assertThat(c.transfer.getState(c.session.localAddress(), WAIT)).isFalse();
    assertThat(nodes.get(1).transfer.getState(null, WAIT)).isTrue();
    assertThat(nodes.get(1).log()).containsExactly(2, 3);
  }

  @Test
  void shouldStartEmptyWhenItAsksItselfAndIsAlone() throws Exception {
    Node a = new Node("a");
    assertThat(a.transfer.getState(a.session.localAddress(), WAIT)).isFalse();
    assertThat(a.transfer.hasState()).isTrue();
    Node b = new Node("b");
    assertThat(b.transfer.getState(b.session.localAddress(), WAIT)).isTrue();
  }

  @Test
  void shouldHearThatItIsNotJoinedWhenItAsksAMember() throws Exception {
    List<Node> nodes = members("a", "b");
    SocketAddress a = nodes.get(0).session.localAddress();
    nodes.get(1).session.leave();
    assertThatThrownBy(() -> nodes.get(1).transfer.getState(a, WAIT))
        .isInstanceOf(InvalidStateException.class);
  }

  /** Two members with a state; the first stops in the middle of it when it provides it. */
  private List<Node> membersOfWhichTheFirstStops(CountDownLatch hold) throws Exception {
    List<Node> nodes = members("a", "b");
    nodes.get(0).send(1);
    for (Node node : nodes) {
      await().until(() -> node.log().equals(List.of(1)));
    }
    nodes.get(0).holdWriting = hold;
    return nodes;
  }

  @Test
  void shouldGoOnWithItsOwnStateAndAllMessagesWhenTheProviderCrashes() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    List<Node> nodes = membersOfWhichTheFirstStops(hold);
    Node a = nodes.get(0);
    Node b = nodes.get(1);
    CompletableFuture<Boolean> again = CompletableFuture.supplyAsync(() -> getState(b));
    await().until(() -> !b.transfer.hasState()); // the own mark came, and what follows is held
    b.send(2);
    a.send(3);
    await().until(() -> a.log().size() == 3);
    List<Integer> sent = a.log();
    group.crash(a.session);
    hold.countDown();
    assertThat(again.get(30, TimeUnit.SECONDS)).as("another state was received").isFalse();
    assertThat(b.transfer.hasState()).isTrue();
    await().until(() -> b.log().containsAll(sent));
    b.send(4);
    await().until(() -> b.log().contains(4));
    List<Integer> all = new ArrayList<>(sent);
    all.add(4);
    assertThat(b.log()).isEqualTo(all);
  }

  @Test
  void shouldGoOnWithItsOwnStateWhenTheOneThatIsAskedGivesNoneInTime() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    List<Node> nodes = membersOfWhichTheFirstStops(hold);
    Node b = nodes.get(1);
    SocketAddress a = nodes.get(0).session.localAddress();
    assertThatThrownBy(() -> b.transfer.getState(a, Duration.ofMillis(500)))
        .isInstanceOf(GroupException.class);
    hold.countDown();
    assertThat(b.transfer.hasState()).isTrue();
    b.send(2);
    await().until(() -> b.log().equals(List.of(1, 2)));
  }

  /** Loses what is sent in total order from a moment on. */
  private static final class Loss extends DataSessionDecorator {
    volatile boolean isOn;
    final AtomicInteger lost = new AtomicInteger();

    Loss(DataSession below, DroppedFrames dropped) {
      super(below, dropped);
    }

    @Override
    public void multicast(
        Message message, Service service, Object context, Annotation... annotations)
        throws IOException {
      if (isOn && annotations.length == 0) {
        lost.incrementAndGet();
      } else {
        sendBelow(message.getPayload(), service, context, annotations);
      }
    }

    @Override
    Object open(ByteBuffer payload, SocketAddress sender) {
      return deliver(payload, sender);
    }
  }

  @Test
  void shouldNotWaitForItsMarkWhenItHasLeft() throws Exception {
    firstMember();
    Loss[] loss = {null};
    Node b =
        new Node(
            group.session(
                "b",
                (engine, dropped, self) -> {
                  loss[0] = new Loss(engine, dropped);
                  return new DecoratorChain(loss[0], List.of(loss[0]));
                }));
    b.transfer.getState(null, WAIT);
    loss[0].isOn = true;
    CompletableFuture<Boolean> again = CompletableFuture.supplyAsync(() -> getState(b));
    await().until(() -> loss[0].lost.get() == 1); // its mark
    b.session.leave();
    await().until(again::isDone);
    assertThatThrownBy(again::get).hasRootCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldLoseAndDoubleNothingWhenAMemberGetsTheStateAgainWhileOthersSend() throws Exception {
    List<Node> nodes = members("a", "b");
    AtomicBoolean stop = new AtomicBoolean();
    Thread sender = new Thread(() -> sendUntil(stop, nodes.get(0)));
    sender.start();
    for (int i = 0; i < 10; i++) {
      assertThat(nodes.get(1).transfer.getState(null, WAIT)).isTrue();
    }
    stop.set(true);
    sender.join();
    await().until(() -> nodes.get(1).log().size() >= nodes.get(0).log().size());
    assertThat(nodes.get(1).log()).isEqualTo(nodes.get(0).log());
  }

  @Test
  void shouldHearAtOnceThatTheSnapshotFailed() throws Exception {
    Node a = firstMember();
    a.cannotWrite = true;
    Node b = new Node("b");
    long start = System.nanoTime();
    assertThatThrownBy(() -> b.transfer.getState(a.session.localAddress(), WAIT))
        .isInstanceOf(GroupException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isLessThan(IncomingState.CHUNK_PATIENCE);
    a.cannotWrite = false;
    assertThat(b.transfer.getState(null, WAIT)).isTrue();
  }

  @Test
  void shouldCountAnErrorOfASnapshotThatIsWritten() throws Exception {
    Node a = firstMember();
    a.breaksWriting = true;
    Node b = new Node("b");
    assertThatThrownBy(() -> b.transfer.getState(a.session.localAddress(), WAIT))
        .isInstanceOf(GroupException.class);
    assertThat(a.session.scheduler().failures()).isEqualTo(1);
    assertThat(b.session.scheduler().failures()).isZero();
  }

  @Test
  void shouldGetTheStateWhenAReceiverFailsOnAHeldMessage() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    Node a = firstMember();
    a.add(0);
    a.holdWriting = hold;
    Node b = new Node("b");
    List<Integer> taken = new CopyOnWriteArrayList<>();
    b.transfer.register(
        5,
        message -> {
          taken.add(message.getLength());
          throw new IllegalStateException("receiver is broken");
        });
    a.session.register(5, message -> hold.countDown());
    CompletableFuture<Boolean> joining = CompletableFuture.supplyAsync(() -> getState(b));
    await().until(() -> a.snapshots.get() == 1); // at the mark
    a.session.send(new G2CLMessage(null), 5, ServiceNames.TOTAL_ORDER);
    assertThat(joining.get(30, TimeUnit.SECONDS)).isTrue();
    assertThat(taken).containsExactly(0);
  }

  @Test
  void shouldLetMembersJoinWhenAnotherOneLostItsOwnFragments() throws Exception {
    group.network.viewDelay(Duration.ZERO, Duration.ofMillis(1));
    Map<String, String> fragments = Map.of("chain", "frag", "frag.size", "1024");
    Node a = new Node("a", fragments);
    a.transfer.getState(null, WAIT);
    Node b = new Node("b", fragments);
    b.transfer.getState(null, WAIT);
    group.awaitMembers(2);
    group.network.cut(b.session.localAddress(), a.session.localAddress());
    sendLong(b, 7);
    group.network.partition(List.of(a.session.localAddress()), List.of(b.session.localAddress()));
    await().until(() -> b.session.membership().getMembershipList().size() == 1);
    group.network.heal();
    group.awaitMembers(2);
    Node c = new Node("c", fragments);
    assertThat(c.transfer.getState(null, WAIT)).isTrue();
  }
}
