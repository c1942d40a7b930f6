package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import net.sf.jgcs.ServiceNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StateTransferDataSessionTest {
  private static final Duration WAIT = Duration.ofSeconds(10);

  private final TestGroup group = new TestGroup();

  /** A log of numbers: one lost, doubled or out of order shows. */
  private final class Node implements StateHandler {
    final MarshalDataSession session;
    final StateTransferDataSession transfer;
    final List<Integer> log = new ArrayList<>();
    volatile CountDownLatch holdWriting = new CountDownLatch(0);

    Node(String name) throws Exception {
      session = group.session(name);
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
      List<Integer> now = log();
      CountDownLatch hold = holdWriting;
      return out -> {
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(now.size());
        for (int i = 0; i < now.size(); i++) {
          data.writeInt(now.get(i));
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
      DataInputStream data = new DataInputStream(in);
      List<Integer> received = new ArrayList<>();
      for (int left = data.readInt(); left > 0; left--) {
        received.add(data.readInt());
      }
      synchronized (this) {
        log.clear();
        log.addAll(received);
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

  private static void sendUntil(AtomicBoolean stop, Node node) {
    try {
      for (int i = 0; !stop.get(); i++) {
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
  void shouldCarryAStateOfManyChunks() throws Exception {
    Node a = firstMember();
    for (int i = 0; i < 200_000; i++) {
      a.add(i);
    }
    Node b = new Node("b");
    assertThat(b.transfer.getState(a.session.localAddress(), WAIT)).isTrue();
    assertThat(b.log()).isEqualTo(a.log());
  }

  @Test
  void shouldAskAnotherWhenTheProviderCrashes() throws Exception {
    Node a = firstMember();
    for (int i = 0; i < 50_000; i++) {
      a.add(i);
    }
    Node b = new Node("b");
    b.transfer.getState(null, WAIT);
    CountDownLatch hold = new CountDownLatch(1);
    a.holdWriting = hold;
    Node c = new Node("c");
    Thread killer =
        new Thread(
            () -> {
              await().until(() -> c.session.membership().getMembershipList().size() == 3);
              group.crash(a.session);
            });
    killer.start();
    assertThat(c.transfer.getState(null, WAIT)).isTrue();
    killer.join();
    hold.countDown();
    b.send(-1);
    await().until(() -> c.log().size() == 50_001);
    assertThat(c.log()).isEqualTo(b.log());
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
}
