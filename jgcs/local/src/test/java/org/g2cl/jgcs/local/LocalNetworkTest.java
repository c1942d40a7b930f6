package org.g2cl.jgcs.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.annotation.PointToPoint;
import net.sf.jgcs.spi.ProtocolProvider;
import org.junit.jupiter.api.Test;

class LocalNetworkTest {
  @Test
  void shouldGiveAllMembersTheSameOrderWhenSendersAreConcurrent() throws Exception {
    LocalNetwork network = LocalNetwork.live();
    network.delay(Duration.ZERO, Duration.ofMillis(2));
    Node a = new Node(network, "a");
    Node b = new Node(network, "b");
    Node c = new Node(network, "c");
    for (int i = 0; i < 100; i++) {
      a.send(ServiceNames.TOTAL_ORDER, "a" + i);
      b.send(ServiceNames.TOTAL_ORDER, "b" + i);
      c.send(ServiceNames.TOTAL_ORDER, "c" + i);
    }
    await().until(() -> a.got.size() == 300 && b.got.size() == 300 && c.got.size() == 300);
    assertThat(b.got).isEqualTo(a.got);
    assertThat(c.got).isEqualTo(a.got);
  }

  @Test
  void shouldMakeUpNamesThatCanBeToldApart() throws Exception {
    ProtocolProvider provider = Protocols.provider("local");
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      try (Protocol protocol = provider.factory(Map.of()).createProtocol();
          MembershipSession control =
              (MembershipSession) protocol.openControlSession(provider.group("names"))) {
        control.join();
        names.add(control.getLocalAddress().toString());
      }
    }
    assertThat(names).doesNotHaveDuplicates();
  }

  @Test
  void shouldTellCrashFromLeave() throws Exception {
    LocalNetwork network = LocalNetwork.live();
    Node a = new Node(network, "a");
    Node b = new Node(network, "b");
    Node c = new Node(network, "c");
    await().until(() -> a.control.getMembership().getMembershipList().size() == 3);
    network.crash(b.control.getLocalAddress());
    await().until(() -> a.control.getMembership().getFailedMembers().size() == 1);
    c.control.leave();
    await().until(() -> a.control.getMembership().getLeavedMembers().size() == 1);
    assertThat(b.control.isClosed()).isTrue();
    assertThat(a.control.getMembership().getFailedMembers()).isEmpty();
  }

  @Test
  void shouldGiveEachSideAViewThenOneToAllWhenPartitionHeals() throws Exception {
    LocalNetwork network = LocalNetwork.live();
    Node a = new Node(network, "a");
    Node b = new Node(network, "b");
    Node c = new Node(network, "c");
    network.partition(List.of(a.control.getLocalAddress()), List.of(b.control.getLocalAddress()));
    for (Node node : List.of(a, b, c)) {
      await().until(() -> node.control.getMembership().getMembershipList().size() == 1);
    }
    b.send(ServiceNames.FIFO, "alone");
    network.heal();
    for (Node node : List.of(a, b, c)) {
      await().until(() -> node.control.getMembership().getMembershipList().size() == 3);
    }
    assertThat(c.control.getMembership().getCoordinatorRank()).isZero();
    assertThat(a.got).isEmpty();
  }

  @Test
  void shouldRunTheSameWayTwiceWhenSimulatedWithOneSeed() throws Exception {
    assertThat(simulatedRun(7)).isEqualTo(simulatedRun(7)).isNotEqualTo(simulatedRun(8));
  }

  private static List<String> simulatedRun(long seed) throws Exception {
    LocalNetwork network = LocalNetwork.simulated(seed);
    network.delay(Duration.ofMillis(1), Duration.ofMillis(50));
    Node a = new Node(network, "a");
    Node b = new Node(network, "b");
    network.advance(Duration.ZERO);
    for (int i = 0; i < 20; i++) {
      a.send(ServiceNames.UNORDERED, "u" + i);
      a.send(ServiceNames.FIFO, "f" + i);
    }
    assertThat(b.got).isEmpty();
    network.advance(Duration.ofSeconds(2));
    assertThat(b.got).hasSize(40);
    assertThat(b.got.stream().filter(s -> s.startsWith("f")))
        .isEqualTo(a.got.stream().filter(s -> s.startsWith("f")).toList());
    return List.copyOf(b.got);
  }

  @Test
  void shouldHoldOneDirectionWhenBlocked() throws Exception {
    LocalNetwork network = LocalNetwork.simulated(1);
    Node a = new Node(network, "a");
    Node b = new Node(network, "b");
    network.advance(Duration.ZERO);
    network.block(a.control.getLocalAddress(), b.control.getLocalAddress());
    a.data.multicast(message(a, "held"), null, null, new PointToPoint(b.control.getLocalAddress()));
    b.send(ServiceNames.FIFO, "free");
    network.advance(Duration.ofMinutes(1));
    assertThat(b.got).containsExactly("free");
    assertThat(a.got).containsExactly("free");
    network.unblock(a.control.getLocalAddress(), b.control.getLocalAddress());
    network.advance(Duration.ZERO);
    assertThat(b.got).containsExactly("free", "held");
  }

  @Test
  void shouldLoseAndDoubleInOneDirectionOnly() throws Exception {
    LocalNetwork network = LocalNetwork.simulated(1);
    Node a = new Node(network, "a");
    Node b = new Node(network, "b");
    Node c = new Node(network, "c");
    network.advance(Duration.ZERO);
    network.disturb(a.address(), b.address(), 1, 0);
    network.disturb(a.address(), c.address(), 0, 1);
    a.send(ServiceNames.BEST_EFFORT, "of a");
    b.send(ServiceNames.BEST_EFFORT, "of b");
    a.send(ServiceNames.FIFO, "kept");
    network.advance(Duration.ZERO);
    assertThat(a.got).containsExactlyInAnyOrder("of a", "of b", "kept");
    assertThat(b.got).containsExactlyInAnyOrder("of b", "kept");
    assertThat(c.got).containsExactlyInAnyOrder("of a", "of a", "of b", "kept");
  }

  @Test
  void shouldDisturbEveryLinkAlikeByACallForAll() throws Exception {
    LocalNetwork network = LocalNetwork.simulated(1);
    Node a = new Node(network, "a");
    Node b = new Node(network, "b");
    network.advance(Duration.ZERO);
    network.disturb(a.address(), b.address(), 1, 0);
    network.disturb(0, 1);
    a.send(ServiceNames.UNORDERED, "x");
    network.advance(Duration.ZERO);
    assertThat(a.got).containsExactly("x");
    assertThat(b.got).containsExactly("x", "x");
  }

  @Test
  void shouldLoseTheShareThatALinkWasGiven() throws Exception {
    LocalNetwork network = LocalNetwork.simulated(5);
    Node a = new Node(network, "a");
    Node b = new Node(network, "b");
    Node c = new Node(network, "c");
    network.advance(Duration.ZERO);
    network.disturb(a.address(), b.address(), 0.3, 0);
    for (int i = 0; i < 1000; i++) {
      a.send(ServiceNames.BEST_EFFORT, "x" + i);
    }
    network.advance(Duration.ZERO);
    assertThat(b.got).hasSizeBetween(650, 750);
    assertThat(c.got).hasSize(1000);
  }

  @Test
  void shouldRefuseAShareThatIsNone() throws Exception {
    LocalNetwork network = LocalNetwork.simulated(1);
    Node a = new Node(network, "a");
    Node b = new Node(network, "b");
    assertThatThrownBy(() -> network.disturb(a.address(), b.address(), 0, 1.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("duplication 1.5: a share of messages is 0 to 1");
    assertThatThrownBy(() -> network.disturb(Double.NaN, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("loss NaN: a share of messages is 0 to 1");
  }

  private static Message message(Node node, String text) throws Exception {
    Message message = node.data.createMessage();
    message.setPayload(text.getBytes(StandardCharsets.UTF_8));
    return message;
  }

  private static final class Node {
    final Protocol protocol;
    final MembershipSession control;
    final DataSession data;
    final List<String> got = new CopyOnWriteArrayList<>(new ArrayList<>());

    Node(LocalNetwork network, String name) throws Exception {
      protocol = network.factory(name).createProtocol();
      LocalGroup group = new LocalGroup("g");
      control = (MembershipSession) protocol.openControlSession(group);
      data = protocol.openDataSession(group);
      data.setMessageListener(
          m -> {
            got.add(new String(m.getPayload(), StandardCharsets.UTF_8));
            return null;
          });
      control.join();
    }

    SocketAddress address() {
      return control.getLocalAddress();
    }

    void send(String service, String text) throws Exception {
      data.multicast(message(this, text), protocol.lookupService(service), null);
    }
  }
}
