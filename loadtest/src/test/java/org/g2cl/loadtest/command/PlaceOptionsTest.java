package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.g2cl.loadtest.bed.Where;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class PlaceOptionsTest {
  private static final Map<String, String> OF_A_FILE = Map.of("G2CL_STACK", "/etc/tcp.xml");

  @Test
  void shouldRefuseAVariableThatNamesAFileWhichRemoteHostsLack() {
    PlaceOptions place =
        Parsed.with(
            new PlaceOptions(), "--where=me@node1", "--jdbc-url=jdbc:postgresql://database/shop");

    assertThatThrownBy(() -> check(place, OF_A_FILE))
        .isInstanceOf(ParameterException.class)
        .hasMessageContainingAll(
            "--where me@node1: G2CL_STACK of the environment, /etc/tcp.xml,", "unset it");
    assertThatCode(() -> check(place, Map.of("G2CL_MODE", "all"))).doesNotThrowAnyException();
  }

  @Test
  void shouldLetNodesOfThisMachineReadAFile() {
    PlaceOptions place = Parsed.with(new PlaceOptions());

    assertThatCode(() -> check(place, OF_A_FILE)).doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseADatabaseThatTheNodesOfChaosDoNotReach() {
    ChaosCommand chaos =
        Parsed.with(new ChaosCommand("Node"), "--jdbc-url=jdbc:postgresql://127.0.0.1/shop");

    assertThatThrownBy(() -> chaos.requireDatabaseInReach(Where.namespaces()))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("--jdbc-url jdbc:postgresql://127.0.0.1/shop: nodes in network");
    assertThatCode(() -> chaos.requireDatabaseInReach(Where.loopback())).doesNotThrowAnyException();
  }

  private static void check(PlaceOptions place, Map<String, String> environment) {
    place.check(new CommandLine(place).getCommandSpec(), environment);
  }
}
