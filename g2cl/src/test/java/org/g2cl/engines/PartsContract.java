package org.g2cl.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.Membership;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.ServiceNames;
import org.g2cl.G2CLMessage;
import org.g2cl.MarshalDataSession;
import org.g2cl.MarshalDataSessionFactory;
import org.g2cl.ReplicatedHashMap;
import org.g2cl.StateHandler;
import org.g2cl.StateTransferDataSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Members whose group can be parted, with a state and a map each. */
public abstract class PartsContract {
  static final Duration WAIT = Duration.ofSeconds(60);
  private static final int LOG = 3;
  private static final int STATE = 4;
  private static final int MAP = 20;

  final List<Node> nodes = new ArrayList<>();
  private Parts parts;

  /** Makes the members' network; files that it needs go to that folder. */
  protected abstract Parts parts(Path folder) throws Exception;

  /** Decorators of every member. */
  protected Map<String, String> decorators() {
    return Map.of();
  }

  @BeforeEach
  void open(@TempDir Path folder) throws Exception {
    parts = parts(folder);
  }

  @AfterEach
  void close() throws Exception {
    for (Node node : nodes) {
      node.close();
    }
    parts.close();
  }

  /** A log of numbers, and a map: what is lost, doubled or out of order shows. */
  final class Node {
    private final Protocol protocol;
    private final MarshalDataSession session;
    private final StateTransferDataSession state;
    private final ReplicatedHashMap<String, Integer> map;
    private final String name;
    private final List<Integer> log = new ArrayList<>();
    private volatile boolean givesWay;

    Node(String name) throws Exception {
      this.name = name;
      protocol = parts.protocol(name);
      session = MarshalDataSessionFactory.of(decorators()).open(protocol, parts.group());
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

    /** Whether a merge brought it a coordinator of another part. */
    boolean givesWay() {
      return givesWay;
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

    /** Whether it came to its view by a merge. */
    boolean isMerged() {
      return session.membership().isMerge();
    }

    /** Whether it takes that node for the coordinator. */
    boolean follows(Node leader) {
      Membership view = session.membership();
      return view.getMemberAddress(view.getCoordinatorRank()).equals(leader.session.localAddress());
    }

    private void close() throws Exception {
      map.close();
      state.close();
      session.close();
      protocol.close();
    }

    @Override
    public String toString() {
      return "%s %s %s %s in %s"
          .formatted(name, session, log(), map, session.isJoined() ? session.membership() : "none");
    }
  }

  final void awaitLogs(List<Node> of, List<Integer> numbers) {
    for (Node node : of) {
      await()
          .atMost(WAIT)
          .untilAsserted(() -> assertThat(node.log()).as("%s", nodes).isEqualTo(numbers));
      assertThat(node.map.get("last")).as("%s", nodes).isEqualTo(numbers.get(numbers.size() - 1));
    }
  }

  final void awaitMembers(int members, Node... of) {
    for (Node node : of) {
      await()
          .atMost(WAIT)
          .untilAsserted(() -> assertThat(node.members()).as("%s", nodes).isEqualTo(members));
    }
  }

  final void awaitMembers(int members) {
    awaitMembers(members, nodes.toArray(Node[]::new));
  }

  final void awaitMerge() {
    for (Node node : nodes) {
      await()
          .atMost(WAIT)
          .untilAsserted(
              () ->
                  assertThat(node.isMerged() && node.members() == nodes.size())
                      .as("%s", nodes)
                      .isTrue());
    }
  }

  /** Parts that member from all others; each side is told that the other one is gone. */
  final void cutOff(Node node) {
    parts.cutOff(node.name);
  }

  /** The same, but that member itself is not told: it keeps its view. */
  final void putOut(Node node) {
    parts.putOut(node.name);
  }

  /** Lets all members hear each other again. */
  final void letBack() {
    parts.letBack();
  }
}
