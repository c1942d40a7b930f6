package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.sf.jgcs.ServiceNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** State transfer between a member of this release and one of the release before. */
class StateCompatibilityTest {
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final int STATE = 4;

  /** Answers of the former release: code 0 for none, and these. */
  private static final byte ACCEPTED = 1;

  private static final byte WITHOUT_STATE = 3;

  private final TestGroup group = new TestGroup();

  @AfterEach
  void close() throws Exception {
    group.close();
  }

  /** A message of the former release: operation, transfer id, and what the operation needs. */
  private static byte[] golden(String operation, long id, String rest) {
    return HexFormat.of().parseHex(operation + "%016x".formatted(id) + rest);
  }

  /** Member of the former release, written from its format alone. */
  private static final class Former {
    final MarshalDataSession session;
    final MessageDispatcher dispatcher;
    final List<String> heard = new CopyOnWriteArrayList<>();
    final List<byte[]> chunks = new CopyOnWriteArrayList<>();
    volatile byte answer = ACCEPTED;
    volatile boolean cannotWrite;

    Former(MarshalDataSession own) throws Exception {
      session = own;
      dispatcher = new MessageDispatcher(own, STATE, new Messages()).directDispatching(true);
      own.join();
    }

    /** What the former release does with a message; of an operation that it does not know, too. */
    private final class Messages implements RequestHandler {
      @Override
      public Object handle(G2CLMessage request) {
        throw new UnsupportedOperationException();
      }

      @Override
      public void handle(G2CLMessage request, Response response) throws Exception {
        ByteBuffer body = request.payload();
        int operation = body.get();
        long id = body.getLong();
        heard.add(Integer.toString(operation));
        switch (operation) {
          case 1, 4 -> response.send(answer, false);
          case 2 -> onMark(id, request.getSender());
          case 3 -> {
            byte[] rest = new byte[body.remaining()];
            body.get(rest);
            chunks.add(rest);
            response.send(true, false);
          }
          case 6 -> {}
          case 7 -> response.send(true, false);
          default -> throw new MalformedFrameException("unknown operation " + operation);
        }
      }

      private void onMark(long id, SocketAddress joiner) {
        if (!joiner.equals(session.localAddress())) {
          String state = HexFormat.of().formatHex("former".getBytes(UTF_8));
          String rest = (cannotWrite ? "02" : "01") + "0000000000000000";
          byte[] chunk = golden("03", id, cannotWrite ? rest : rest + state);
          var unused =
              dispatcher.sendMessageWithFuture(
                  new G2CLMessage(joiner, chunk), RequestOptions.SYNC());
        }
      }
    }

    Object ask(SocketAddress member, byte[] message) throws Exception {
      return dispatcher.sendMessage(
          new G2CLMessage(member, message), RequestOptions.SYNC().timeout(WAIT));
    }

    void mark(long id) throws Exception {
      dispatcher.castMessage(
          null,
          new G2CLMessage(null, golden("02", id, "")),
          RequestOptions.ASYNC().service(ServiceNames.TOTAL_ORDER));
    }
  }

  /** Member of this release whose state is a text. */
  private final class Node {
    final MarshalDataSession session;
    final StateTransferDataSession transfer;
    volatile String text = "";

    Node(String name) throws Exception {
      session = group.session(name);
      transfer =
          new StateTransferDataSession(
              session,
              STATE,
              StateHandler.ofBytes(
                  () -> text.getBytes(UTF_8), received -> text = new String(received, UTF_8)));
      session.join();
    }
  }

  @Test
  void shouldGetTheStateOfAMemberOfTheFormerRelease() throws Exception {
    Former a = new Former(group.session("a"));
    Node b = new Node("b");
    group.awaitMembers(2);
    assertThat(b.transfer.getState(null, WAIT)).isTrue();
    assertThat(b.text).isEqualTo("former");
    assertThat(a.heard).containsExactly("1", "2");
  }

  @Test
  void shouldTellThatAMemberOfTheFormerReleaseCannotWriteItsState() throws Exception {
    Former a = new Former(group.session("a"));
    a.cannotWrite = true;
    Node b = new Node("b");
    group.awaitMembers(2);
    assertThatThrownBy(() -> b.transfer.getState(a.session.localAddress(), WAIT))
        .hasMessageContaining("state of member a: it could not write its state; its log says why");
  }

  @Test
  void shouldTellAMemberOfTheFormerReleaseThatTheStateCannotBeWritten() throws Exception {
    Node a = new Node("a");
    a.transfer.getState(null, WAIT);
    a.text = null;
    Former b = new Former(group.session("b"));
    group.awaitMembers(2);
    assertThat(b.ask(a.session.localAddress(), golden("01", 5, ""))).isEqualTo(ACCEPTED);
    b.mark(5);
    await().atMost(WAIT).until(() -> b.chunks.size() == 1);
    assertThat(b.chunks.get(0)[0]).as("flag, after which it reads nothing").isEqualTo((byte) 2);
  }

  @Test
  void shouldGiveTheStateToAMemberOfTheFormerRelease() throws Exception {
    Node a = new Node("a");
    a.transfer.getState(null, WAIT);
    a.text = "new";
    Former b = new Former(group.session("b"));
    group.awaitMembers(2);
    long id = 0x0123456789abcdefL;
    assertThat(b.ask(a.session.localAddress(), golden("01", id, ""))).isEqualTo(ACCEPTED);
    b.mark(id);
    await().atMost(WAIT).until(() -> b.chunks.size() == 1);
    assertThat(b.chunks.get(0))
        .isEqualTo(HexFormat.of().parseHex("01" + "0000000000000000" + "6e6577"));
  }

  @Test
  void shouldStandByForAMemberOfTheFormerRelease() throws Exception {
    Node a = new Node("a");
    a.transfer.getState(null, WAIT);
    a.text = "new";
    Former b = new Former(group.session("b"));
    group.awaitMembers(2);
    SocketAddress asked = a.session.localAddress();
    assertThat(b.ask(asked, golden("04", 5, ""))).isEqualTo(ACCEPTED);
    b.mark(5);
    await().atMost(WAIT).until(() -> b.heard.contains("2"));
    String resume = "0000000000000000" + "0000000000000000";
    assertThat(b.ask(asked, golden("05", 5, resume))).as("resumed").isEqualTo((byte) 4);
    await().atMost(WAIT).until(() -> b.chunks.size() == 1);
    assertThat(b.ask(asked, golden("05", 6, resume))).as("unknown").isEqualTo((byte) 7);
  }

  @Test
  void shouldTellAMemberOfTheFormerReleaseWhoHasNoState() throws Exception {
    Node a = new Node("a");
    Former b = new Former(group.session("b"));
    group.awaitMembers(2);
    assertThat(b.ask(a.session.localAddress(), golden("01", 9, ""))).isEqualTo(WITHOUT_STATE);
    b.answer = WITHOUT_STATE;
    assertThat(a.transfer.getState(null, WAIT)).as("starts with the empty one").isFalse();
  }

  /** Members a and b; b came to a by a merge, and its state gives way. */
  private List<Node> merged() throws Exception {
    List<Node> nodes = new ArrayList<>();
    for (String name : List.of("a", "b")) {
      Node node = new Node(name);
      node.transfer.getState(null, WAIT);
      nodes.add(node);
    }
    group.awaitMembers(2);
    List<SocketAddress> all = nodes.stream().map(node -> node.session.localAddress()).toList();
    group.network.partition(all.subList(0, 1), all.subList(1, 2));
    group.awaitMembers(1);
    nodes.forEach(node -> node.text = node.session.localAddress().toString());
    group.network.heal();
    group.awaitMembers(2);
    return nodes;
  }

  @Test
  void shouldGiveAStateThatGivesWayToNoMemberOfTheFormerRelease() throws Exception {
    List<Node> nodes = merged();
    Former c = new Former(group.session("c"));
    group.awaitMembers(3);
    Object answer = c.ask(nodes.get(1).session.localAddress(), golden("01", 1, ""));
    assertThat(answer).as("a code that the former release reads as none").isEqualTo((byte) 8);
    assertThat(c.ask(nodes.get(0).session.localAddress(), golden("01", 1, ""))).isEqualTo(ACCEPTED);
  }

  @Test
  void shouldGetTheStateOfAMemberOfTheFormerReleaseThoughItsOwnGivesWay() throws Exception {
    Former c = new Former(group.session("0"));
    c.answer = WITHOUT_STATE;
    List<Node> nodes = mergedBeside(c);
    c.answer = ACCEPTED;
    assertThat(nodes.get(0).transfer.getState(c.session.localAddress(), WAIT)).isTrue();
    assertThat(nodes.get(0).text).isEqualTo("former");
    assertThat(c.heard).as("operations that it knows").isSubsetOf("1", "2", "4", "6", "7");
  }

  private List<Node> mergedBeside(Former former) throws Exception {
    Node a = new Node("a");
    group.awaitMembers(2);
    SocketAddress own = a.session.localAddress();
    assertThatThrownBy(() -> a.transfer.getState(null, Duration.ofMillis(200)));
    group.network.partition(List.of(former.session.localAddress()), List.of(own));
    group.awaitMembers(1);
    assertThat(a.transfer.getState(null, WAIT)).isFalse();
    group.network.heal();
    group.awaitMembers(2);
    return List.of(a);
  }
}
