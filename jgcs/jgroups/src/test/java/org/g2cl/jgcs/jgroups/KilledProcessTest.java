package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class KilledProcessTest {
  private static final Logger LOG = LoggerFactory.getLogger(KilledProcessTest.class);

  private final List<Process> processes = new ArrayList<>();
  private Protocol protocol;
  private MembershipSession control;
  private String peer;

  @BeforeEach
  void joinAlone() throws Exception {
    int port = JGroupsBinding.freePort();
    peer = "127.0.0.1:" + port;
    protocol =
        Protocols.factory(
                "jgroups",
                Map.of(
                    ProtocolProvider.MEMBER_NAME,
                    "a",
                    ProtocolProvider.BIND_PORT,
                    Integer.toString(port)))
            .createProtocol();
    control = (MembershipSession) protocol.openControlSession(new JGroupsGroup("g"));
    control.join();
  }

  @AfterEach
  void close() throws Exception {
    processes.forEach(Process::destroyForcibly);
    protocol.close();
  }

  private Process start(String name) throws Exception {
    Process process = MemberProcess.start(name, 0, peer);
    processes.add(process);
    return process;
  }

  @Test
  void shouldGiveAViewWithoutAKilledProcessWithinSeconds() throws Exception {
    Process b = start("b");
    Process c = start("c");
    awaitSize(control, 3);
    long start = System.nanoTime();
    b.destroyForcibly();
    awaitSize(control, 2);
    LOG.info("view without b after {} ms", (System.nanoTime() - start) / 1_000_000);
    assertThat(control.getMembership().getFailedMembers()).hasToString("[b]");
    c.getOutputStream().close();
    awaitSize(control, 1);
    assertThat(control.getMembership().getLeavedMembers()).hasToString("[c]");
  }

  @Test
  void shouldPutOutASilentProcessAndTakeItBackWhenItGoesOn() throws Exception {
    Process b = start("b");
    start("c");
    awaitSize(control, 3);
    long start = System.nanoTime();
    signal("-STOP", b);
    awaitSize(control, 2);
    LOG.info("view without silent b after {} ms", (System.nanoTime() - start) / 1_000_000);
    assertThat(control.getMembership().getFailedMembers()).hasToString("[b]");
    start = System.nanoTime();
    signal("-CONT", b);
    awaitSize(control, 3);
    LOG.info("b is back after {} ms", (System.nanoTime() - start) / 1_000_000);
    assertThat(control.getMembership().getJoinedMembers()).hasToString("[b]");
  }

  private static void signal(String signal, Process process) throws Exception {
    new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
  }

  private static void awaitSize(MembershipSession control, int size) {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> control.getMembership().getMembershipList().size() == size);
  }
}
