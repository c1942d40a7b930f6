package org.g2cl.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import net.sf.jgcs.Membership;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.ServiceNames;
import org.g2cl.G2CLMessage;
import org.g2cl.MarshalDataSession;
import org.g2cl.ReplicatedHashMap;
import org.g2cl.StateHandler;
import org.g2cl.StateTransferDataSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State transfer and map when parts of a group meet again; an engine names its {@link Parts}. */
public abstract class MergeContract {
  private static final Duration WAIT = Duration.ofSeconds(60);
  private static final int LOG = 3;
  private static final int STATE = 4;
  private static final int MAP = 20;

  private final List<Node> nodes = new ArrayList<>();
  private Parts parts;

  /** Makes the members' network; files that it needs go to that folder. */
  protected abstract Parts parts(Path folder) throws Exception;

  @BeforeEach
  void open(@TempDir Path folder) throws Exception {
    parts = parts(folder);
  }

  @AfterEach
  void close() throws Exception {
    for (Node node : nodes) {
      node.map.close();
      node.state.close();
      node.session.close();
      node.protocol.close();
    }
    parts.close();
  }

  /** A log of numbers, and a map: what is lost, doubled or out of order shows. */
  private final class Node {
    final Protocol protocol;
    final MarshalDataSession session;
    final StateTransferDataSession state;
    final ReplicatedHashMap<String, Integer> map;
    final String name;
    private final List<Integer> log = new ArrayList<>();
    private volatile boolean givesWay;

    Node(String name) throws Exception {
      this.name = name;
      protocol = parts.protocol(name);
      session = MarshalDataSession.open(protocol, parts.group());
      state =
          new StateTransferDataSession(
              session, STATE, StateHandler.ofBytes(this::snapshot, this::set));
      state.register(LOG, message -> add(message.payload().getInt()));
      map = new ReplicatedHashMap<>(session, MAP);
      map.setTimeout(WAIT.toMillis());
      session.addMembershipListener(this::onView);
      nodes.add(this);
      session.join();
      start();
    }

    void start() throws Exception {
      state.getState(null, WAIT);
      map.start(WAIT.toMillis());
    }

    /** As the how-to for users of JGroups says. */
    private void onView(Membership view) {
      SocketAddress coordinator = view.getMemberAddress(view.getCoordinatorRank());
      if (view.isMerge() && view.getJoinedMembers().contains(coordinator)) {
        givesWay = true;
      }
    }

    private synchronized void add(int number) {
      log.add(number);
    }

    synchronized List<Integer> log() {
      return List.copyOf(log);
    }

    private synchronized byte[] snapshot() {
      ByteBuffer bytes = ByteBuffer.allocate(log.size() * Integer.BYTES);
      log.forEach(bytes::putInt);
      return bytes.array();
    }

    private synchronized void set(byte[] received) {
      log.clear();
      for (ByteBuffer bytes = ByteBuffer.wrap(received); bytes.hasRemaining(); ) {
        log.add(bytes.getInt());
      }
    }

    void write(int number) throws Exception {
      byte[] bytes = ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
      session.send(new G2CLMessage(null, bytes), LOG, ServiceNames.TOTAL_ORDER);
      map.put("last", number);
    }

    int members() {
      return session.membership().getMembershipList().size();
    }

    @Override
    public String toString() {
      return "%s %s %s %s in %s"
          .formatted(name, session, log(), map, session.isJoined() ? session.membership() : "none");
    }
  }

  private void awaitLogs(List<Node> of, List<Integer> numbers) {
    for (Node node : of) {
      await()
          .atMost(WAIT)
          .untilAsserted(() -> assertThat(node.log()).as("%s", nodes).isEqualTo(numbers));
      assertThat(node.map.get("last")).as("%s", nodes).isEqualTo(numbers.get(numbers.size() - 1));
    }
  }

  private void awaitMembers(Node node, int members) {
    await()
        .atMost(WAIT)
        .untilAsserted(() -> assertThat(node.members()).as("%s", nodes).isEqualTo(members));
  }

  private void awaitMembers(int members) {
    nodes.forEach(node -> awaitMembers(node, members));
  }

  /** Members of which a was apart from b and c; a has the numbers 1 and 2, they have 1 and 3. */
  private void merge() throws Exception {
    Node a = new Node("a");
    Node b = new Node("b");
    Node c = new Node("c");
    awaitMembers(3);
    a.write(1);
    awaitLogs(nodes, List.of(1));
    parts.cutOff("a");
    awaitMembers(a, 1);
    awaitMembers(b, 2);
    awaitMembers(c, 2);
    a.write(2);
    b.write(3);
    awaitLogs(List.of(a), List.of(1, 2));
    awaitLogs(List.of(b, c), List.of(1, 3));
    parts.letBack();
    awaitMembers(3);
  }

  @Test
  void shouldBringAllInStepWithTheCoordinatorsSideAfterAMerge() throws Exception {
    merge();
    List<Node> losers = nodes.stream().filter(node -> node.givesWay).toList();
    List<Node> winners = nodes.stream().filter(node -> !node.givesWay).toList();
    assertThat(losers).as("%s", nodes).isIn(nodes.subList(0, 1), nodes.subList(1, 3));
    List<Integer> numbers = new ArrayList<>(winners.get(0).log());
    Node d = new Node("d");
    awaitLogs(List.of(d), numbers);

    AtomicBoolean stop = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    Thread writer = new Thread(() -> writeUntil(stop, begun, winners.get(0), numbers));
    writer.start();
    begun.await(WAIT.toSeconds(), TimeUnit.SECONDS);
    for (Node loser : losers) {
      loser.start();
    }
    stop.set(true);
    writer.join();
    losers.get(0).write(-1);
    numbers.add(-1);
    awaitLogs(nodes, numbers);
  }

  private static void writeUntil(
      AtomicBoolean stop, CountDownLatch begun, Node node, List<Integer> numbers) {
    try {
      for (int number = 10; !stop.get(); number++) {
        node.write(number);
        numbers.add(number);
        begun.countDown();
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
