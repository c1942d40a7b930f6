package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.g2cl.jgcs.spread.InTestDaemon;
import org.g2cl.propagation.MinorityException;
import org.g2cl.propagation.SessionId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers on the engine {@code spread}, with the daemon of our tests. */
class SpreadGroupTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private final List<JonasGroup> members = new ArrayList<>();
  private InTestDaemon daemon;

  @BeforeEach
  void startDaemon() throws IOException {
    daemon = InTestDaemon.start();
  }

  @AfterEach
  void stop() {
    members.forEach(JonasGroup::release);
    daemon.close();
  }

  private JonasGroup join(String bindPort) {
    return join("127.0.0.1", bindPort);
  }

  private JonasGroup join(String bindAddress, String bindPort) {
    Config config = new Config();
    config.setGroupName("on-spread");
    config.setEngine("spread");
    config.setBindAddress(bindAddress);
    config.setBindPort(bindPort);
    config.setPeers("127.0.0.1:" + daemon.port());
    JonasGroup member = JonasGroup.join(GroupSettings.of(config));
    members.add(member);
    return member;
  }

  private void assertIsTaken(String bindPort) {
    assertThatThrownBy(() -> join(bindPort))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("cannot be joined at 127.0.0.1:" + bindPort)
        .hasMessageContaining(
            "another server of the group has bindAddress 127.0.0.1 and bindPort " + bindPort)
        .hasMessageContaining("give each server another bindPort");
  }

  @Test
  void shouldRefuseServerWithTheBindPortOfAnotherOne() {
    JonasGroup first = join("7800");
    join("7801");
    assertIsTaken("7800");
    await().atMost(PATIENCE).until(() -> first.members().size() == 2);
    JonasGroup.release(first);
    members.remove(first);
    join("7800");
  }

  /** The daemon ends and is started again; returns when both members are back. */
  private void interrupt(JonasGroup first, JonasGroup second) throws IOException {
    int port = daemon.port();
    daemon.close();
    await().atMost(PATIENCE).until(() -> first.address() == null && second.address() == null);
    daemon = InTestDaemon.start(port);
    await()
        .atMost(PATIENCE)
        .until(() -> first.members().size() == 2 && second.members().size() == 2);
  }

  @Test
  void shouldTellOnceThatItIsInTheGroupAgainWhenTheDaemonComesBack() throws Exception {
    JonasGroup first = join("7800");
    JonasGroup second = join("7801");
    try (LogLines log = new LogLines(JonasGroup.class)) {
      interrupt(first, second);
      for (JonasGroup member : members) {
        String line = member.self() + ": in group 'on-spread' again";
        await().atMost(PATIENCE).until(() -> log.lines().stream().anyMatch(l -> l.contains(line)));
        assertThat(log.lines()).filteredOn(l -> l.contains(line)).hasSize(1);
      }
    }
  }

  @Test
  void shouldKeepItsNameWhenTheDaemonComesBack() throws Exception {
    JonasGroup first = join("7800");
    interrupt(first, join("7801"));
    await().atMost(PATIENCE).until(() -> first.registry().list("cmi/name").size() == 2);
    assertIsTaken("7800");
  }

  /** Addresses on Spread show the last six characters, which are the same in these. */
  @Test
  void shouldRefuseCallsOfAServerThatIsCutOffThoughAllHaveOneBindPort() {
    JonasGroup first = join("127.0.0.1", "14200");
    JonasGroup second = join("127.0.0.2", "14200");
    JonasGroup third = join("127.0.0.3", "14200");
    await().atMost(PATIENCE).until(() -> first.members().size() == 3);
    await().atMost(PATIENCE).until(() -> members.stream().allMatch(this::isPrimary));
    assertThat(first.address()).hasToString(third.address().toString());

    daemon.cutOff(daemon.clients().get(0));

    await().atMost(PATIENCE).until(() -> first.members().size() == 1);
    await().atMost(PATIENCE).until(() -> second.members().size() == 2 && isPrimary(second));
    assertThatThrownBy(() -> first.propagation().admit(new SessionId("cart"), Optional.empty()))
        .isInstanceOf(MinorityException.class);
  }

  private boolean isPrimary(JonasGroup member) {
    return member.propagation().isPrimary();
  }

  @Test
  void shouldTellOfTwoServersWithOneBindPortThatMeetWhenHalvesMerge() throws Exception {
    join("7800");
    daemon.cutOff(daemon.clients().get(0));
    JonasGroup second = join("7800");
    try (LogLines log = new LogLines(NameInGroup.class)) {
      daemon.letBack();
      await().atMost(PATIENCE).until(() -> second.members().size() == 2);
      await().atMost(PATIENCE).until(() -> !log.lines().isEmpty());
      assertThat(log.lines().get(0))
          .contains("another server of the group has bindAddress 127.0.0.1 and bindPort 7800 too")
          .contains("Both go on");
    }
  }
}
