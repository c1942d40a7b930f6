package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class KilledProcessTest {
  private static final Logger LOG = LoggerFactory.getLogger(KilledProcessTest.class);

  @Test
  void shouldGiveAViewWithoutAKilledProcessWithinSeconds() throws Exception {
    int port = JGroupsBinding.freePort();
    String peer = "127.0.0.1:" + port;
    try (Protocol protocol =
        Protocols.factory(
                "jgroups",
                Map.of(
                    ProtocolProvider.MEMBER_NAME,
                    "a",
                    ProtocolProvider.BIND_PORT,
                    Integer.toString(port)))
            .createProtocol()) {
      MembershipSession control =
          (MembershipSession) protocol.openControlSession(new JGroupsGroup("g"));
      control.join();
      Process b = MemberProcess.start("b", 0, peer);
      Process c = MemberProcess.start("c", 0, peer);
      try {
        awaitSize(control, 3);
        long start = System.nanoTime();
        b.destroyForcibly();
        awaitSize(control, 2);
        LOG.warn("view without b after {} ms", (System.nanoTime() - start) / 1_000_000);
        assertThat(control.getMembership().getFailedMembers()).hasToString("[b]");
        c.getOutputStream().close();
        awaitSize(control, 1);
        assertThat(control.getMembership().getLeavedMembers()).hasToString("[c]");
      } finally {
        List.of(b, c).forEach(Process::destroyForcibly);
      }
    }
  }

  private static void awaitSize(MembershipSession control, int size) {
    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> control.getMembership().getMembershipList().size() == size);
  }
}
