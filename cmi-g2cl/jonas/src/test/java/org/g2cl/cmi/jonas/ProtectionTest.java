package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that strangers could join starts only when that is asked for. */
class ProtectionTest {
  private final LogLines log = new LogLines(JonasGroup.class);
  private final Config config = new Config();

  @BeforeEach
  void describe() {
    config.setGroupName("protection");
    config.setEngine("local"); // binds nothing
    config.setBindAddress("192.0.2.1");
    config.setBindPort("20960");
  }

  @AfterEach
  void stop() {
    System.clearProperty("g2cl.unprotected");
    System.clearProperty("g2cl.secret");
    log.close();
  }

  private void joinAndLeave() {
    JonasGroup.release(JonasGroup.join(GroupSettings.of(config)));
  }

  @Test
  void shouldNotStartWhereStrangersCouldJoinAndSayEachWayOut() {
    assertThatThrownBy(this::joinAndLeave)
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("group 'protection' cannot be joined at 192.0.2.1:20960")
        .hasMessageContaining("bindAddress (g2cl.bind-address) is '192.0.2.1', which others can")
        .hasMessageContaining("none of g2cl.secret, g2cl.secret-file and g2cl.keystore is set")
        .hasMessageContaining("Set g2cl.secret-file to a file with the same secret on all members")
        .hasMessageContaining("or bind to loopback")
        .hasMessageContaining("or set g2cl.unprotected=true");
  }

  @Test
  void shouldRefuseTheReplicationManagerToo() {
    System.setProperty("g2cl.bind-address", "192.0.2.1");
    System.setProperty("g2cl.engine", "local");
    try {
      GroupSettings settings = GroupSettings.of("protection", null, 0);
      assertThatThrownBy(() -> JonasGroup.acquire(JonasGroup.User.REPLICATION, () -> settings))
          .isInstanceOf(JonasConfigurationException.class)
          .hasMessageContaining("g2cl.bind-address is '192.0.2.1', which others can reach");
    } finally {
      System.clearProperty("g2cl.bind-address");
      System.clearProperty("g2cl.engine");
    }
  }

  @Test
  void shouldStartUnprotectedWhenAskedForByNameAndWarn() {
    System.setProperty("g2cl.unprotected", "true");
    joinAndLeave();
    assertThat(log.lines())
        .filteredOn(line -> line.contains("'192.0.2.1', which others can reach"))
        .singleElement()
        .asString()
        .contains("It starts because g2cl.unprotected is true");
  }

  @Test
  void shouldSayThatTheSettingCountsForNothingBesideASecret() {
    System.setProperty("g2cl.unprotected", "true");
    System.setProperty("g2cl.secret", "the-secret-of-the-servers");
    joinAndLeave();
    assertThat(log.lines())
        .noneMatch(line -> line.contains("others can reach"))
        .filteredOn(line -> line.contains("g2cl.unprotected is true and counts for nothing"))
        .hasSize(1);
  }

  @Test
  void shouldSayWhichKeyProtectsTheGroupAsOtherServersDo() {
    System.setProperty("g2cl.secret", "the-secret-of-the-servers");
    joinAndLeave();
    assertThat(log.lines())
        .contains(
            "192.0.2.1:20960: what members of group 'protection' send is encrypted and"
                + " authenticated, by the key of g2cl.secret");
  }

  @Test
  void shouldStartOnLoopbackWithoutAWord() {
    config.setBindAddress("127.0.0.1");
    joinAndLeave();
    assertThat(log.lines())
        .noneMatch(line -> line.contains("g2cl.unprotected") || line.contains("others can reach"))
        .noneMatch(line -> line.contains("is encrypted"));
  }
}
