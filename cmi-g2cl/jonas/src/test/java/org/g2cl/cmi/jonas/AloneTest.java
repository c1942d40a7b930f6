package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that stays alone is told why, and what to do. */
class AloneTest {
  private final LogLines log = new LogLines(JonasGroup.class);
  private final Config config = new Config();

  @AfterEach
  void stopListening() {
    log.close();
  }

  private void joinAndLeave() {
    config.setGroupName("alone");
    JonasGroup.release(JonasGroup.join(GroupSettings.of(config)));
  }

  @Test
  void shouldSayThatPeersAreAskedAgainAndWhatToCheck() {
    config.setEngine("local");
    config.setBindPort("20950");
    config.setPeers("127.0.0.1:20950,127.0.0.1:20951");
    joinAndLeave();
    assertThat(log.lines())
        .filteredOn(line -> line.contains("alone in group"))
        .singleElement()
        .asString()
        .contains("none of the peers 127.0.0.1:20950,127.0.0.1:20951 answered")
        .contains("asked again every few seconds")
        .contains("peers has to name the bindAddress and bindPort of each");
  }

  @ParameterizedTest
  @CsvSource(
      value = {"none", "127.0.0.1:20952"},
      nullValues = "none")
  void shouldSayThatNoOtherServerIsNamed(String peers) {
    config.setEngine("jgroups4");
    config.setBindPort("20952");
    config.setPeers(peers);
    joinAndLeave();
    assertThat(log.lines())
        .filteredOn(line -> line.contains("no other server is named"))
        .singleElement()
        .asString()
        .contains("nothing is replicated")
        .contains("Set peers=");
  }
}
