package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.annotation.PointToPoint;
import net.sf.jgcs.annotation.SelfDelivery;
import net.sf.jgcs.jgroups.JGroupsGroup;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JGroupsBindingTest {
  private final List<Node> nodes = new ArrayList<>();

  @AfterEach
  void closeNodes() throws Exception {
    for (Node node : nodes) {
      node.protocol.close();
    }
  }

  private Node node(String name, int port, String peers) throws Exception {
    Node node = new Node(name, port, peers);
    nodes.add(node);
    return node;
  }

  @Test
  void shouldDeliverEveryServiceToAllMembers() throws Exception {
    Node a = node("a", FreePorts.next(), "");
    Node b = node("b", 0, a.hostPort());
    Node c = node("c", 0, a.hostPort());
    await().until(() -> a.size() == 3 && b.size() == 3 && c.size() == 3);
    for (int i = 0; i < 50; i++) {
      a.send(ServiceNames.TOTAL_ORDER, "a" + i);
      b.send(ServiceNames.TOTAL_ORDER, "b" + i);
      c.send(ServiceNames.TOTAL_ORDER, "c" + i);
    }
    await().until(() -> a.got.size() == 150 && b.got.size() == 150 && c.got.size() == 150);
    assertThat(b.got).isEqualTo(a.got);
    assertThat(c.got).isEqualTo(a.got);
    nodes.forEach(n -> n.got.clear());
    for (int i = 0; i < 50; i++) {
      b.send(ServiceNames.FIFO, "f" + i);
    }
    await().until(() -> a.got.size() == 50 && b.got.size() == 50 && c.got.size() == 50);
    assertThat(a.got).isEqualTo(b.got).isEqualTo(c.got);
    nodes.forEach(n -> n.got.clear());
    c.data.multicast(c.message("to b"), null, null, new PointToPoint(b.control.getLocalAddress()));
    for (String service :
        List.of(
            ServiceNames.BEST_EFFORT,
            ServiceNames.UNORDERED,
            ServiceNames.FIFO,
            ServiceNames.TOTAL_ORDER)) {
      a.data.multicast(
          a.message("x"), a.protocol.lookupService(service), null, SelfDelivery.DISCARD);
    }
    await().until(() -> b.got.size() == 5 && c.got.size() == 4);
    assertThat(a.got).isEmpty();
  }

  @Test
  void shouldTellALeaveFromAFailure() throws Exception {
    Node a = node("a", FreePorts.next(), "");
    Node b = node("b", 0, a.hostPort());
    await().until(() -> a.size() == 2);
    b.control.leave();
    await().until(() -> a.size() == 1);
    assertThat(a.control.getMembership().getLeavedMembers()).hasToString("[b]");
    assertThat(a.control.getMembership().getFailedMembers()).isEmpty();
  }

  @Test
  void shouldNameTheSettingWhenThePortIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> node("a", taken.getLocalPort(), ""))
          .isInstanceOf(GroupException.class)
          .hasMessageContaining("bind-port")
          .hasMessageContaining(Integer.toString(taken.getLocalPort()));
    }
  }

  @Test
  void shouldRefuseUnknownSettingsWithAList() {
    assertThatThrownBy(() -> Protocols.factory("jgroups", Map.of("bind-prot", "1")))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("bind-prot")
        .hasMessageContaining("bind-port");
  }

  private static final class Node {
    final int port;
    final Protocol protocol;
    final MembershipSession control;
    final DataSession data;
    final List<String> got = new CopyOnWriteArrayList<>();

    Node(String name, int port, String peers) throws Exception {
      this.port = port;
      protocol =
          Protocols.factory(
                  "jgroups",
                  Map.of(
                      ProtocolProvider.MEMBER_NAME, name,
                      ProtocolProvider.BIND_PORT, Integer.toString(port),
                      ProtocolProvider.PEERS, peers))
              .createProtocol();
      JGroupsGroup group = new JGroupsGroup("g");
      control = (MembershipSession) protocol.openControlSession(group);
      data = protocol.openDataSession(group);
      data.setMessageListener(
          m -> {
            got.add(new String(m.getPayload(), StandardCharsets.UTF_8));
            return null;
          });
      control.join();
    }

    String hostPort() {
      return "127.0.0.1:" + port;
    }

    int size() throws Exception {
      return control.getMembership().getMembershipList().size();
    }

    Message message(String text) throws Exception {
      Message message = data.createMessage();
      message.setPayload(text.getBytes(StandardCharsets.UTF_8));
      return message;
    }

    void send(String service, String text) throws Exception {
      data.multicast(message(text), protocol.lookupService(service), null);
    }
  }
}
