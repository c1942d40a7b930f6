package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.jgcs.tck.MemberProcess;
import org.junit.jupiter.api.Test;

/** A process that stands still, on the real daemons that the environment names. */
class RealDaemonSilentMemberTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  @Test
  void shouldPutOutAProcessThatIsStoppedTellAJoinerAndTakeItBack() throws Exception {
    String hosts = System.getenv().getOrDefault(SpreadBinding.HOSTS, "");
    assumeTrue(!hosts.isBlank(), "set " + SpreadBinding.HOSTS + "=host:port,host:port to run this");
    List<String> daemons = List.of(hosts.split(",", -1));
    String last = daemons.get(daemons.size() - 1);
    try (Node a = joined("a", daemons.get(0));
        Node b = joined("b", daemons.get(1 % daemons.size()));
        MemberProcess process = MemberProcess.start("spread", "g", settings(last))) {
      List<Node> both = List.of(a, b);
      await(both, 3);
      SocketAddress silent = a.lastView().getJoinedMembers().get(0);
      process.cutOff();
      long start = System.nanoTime();
      sendUntil(both, 2);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(TIMEOUT.dividedBy(2), TIMEOUT.multipliedBy(3));
      assertThat(a.lastView().getFailedMembers()).containsExactly(silent);
      assertThat(a.lastView()).hasToString(b.lastView().toString());
      assertThat(before(a)).isEqualTo(before(b)).hasSizeGreaterThan(100);
      try (Node c = joined("c", last)) {
        await(List.of(a, b, c), 3);
        assertThat(a.lastView().getMembershipID()).isEqualTo(c.lastView().getMembershipID());
        process.letBack();
        await(List.of(a, b, c), 4);
        assertThat(a.lastView().getJoinedMembers()).doesNotContain(silent).hasSize(1);
      }
      await(both, 3);
    }
  }

  private static Node joined(String name, String daemon) throws Exception {
    return Node.joined(name, daemon, SpreadSettings.FAILURE_TIMEOUT, TIMEOUT.toString());
  }

  private static Map<String, String> settings(String daemon) {
    return Map.of(
        ProtocolProvider.MEMBER_NAME,
        "still",
        ProtocolProvider.PEERS,
        daemon,
        SpreadSettings.FAILURE_TIMEOUT,
        TIMEOUT.toString());
  }

  /** Both send in steps of ten, each when the one before was heard, until they see so many. */
  private static void sendUntil(List<Node> nodes, int members) throws Exception {
    for (int i = 0; !nodes.stream().allMatch(node -> node.sees(members)); i++) {
      for (Node node : nodes) {
        String text = node.address() + " " + i;
        node.send(ServiceNames.TOTAL_ORDER, text);
        if (i % 10 == 0) {
          Node.await().until(() -> node.heard.contains(text));
        }
      }
    }
  }

  /** What it heard between the view with the silent member and the one without. */
  private static List<String> before(Node node) {
    List<String> heard = node.heard;
    List<Integer> views =
        IntStream.range(0, heard.size()).filter(i -> heard.get(i).startsWith("[")).boxed().toList();
    int last = views.size() - 1;
    return heard.subList(views.get(last - 1), views.get(last));
  }

  private static void await(List<Node> nodes, int members) {
    Node.await().until(() -> nodes.stream().allMatch(node -> node.sees(members)));
  }
}
