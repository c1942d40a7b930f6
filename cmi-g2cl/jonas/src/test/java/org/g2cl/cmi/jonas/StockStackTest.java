package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StockStackTest {
  private static StockStack read(String xml) {
    return StockStack.read(
        "jgroups-cmi.xml",
        new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)),
        Map.of("port", "7800")::get);
  }

  @Test
  void shouldTakeOverAddressPortAndMembersOfTcpStack() {
    StockStack stack =
        read(
            "<config><TCP bind_addr='127.0.0.1' bind_port='${port:1}'/>"
                + "<TCPPING initial_hosts='127.0.0.1[7800], b[${other:7801}]'/><FD/>"
                + "<pbcast.GMS/></config>");
    assertThat(stack.bindAddress()).contains("127.0.0.1");
    assertThat(stack.bindPort()).contains("7800");
    assertThat(stack.peers()).isEqualTo("127.0.0.1:7800,b:7801");
    assertThat(stack.leftOut()).containsExactly("FD");
  }

  @ParameterizedTest
  @CsvSource({
    "<config><UDP/><PING/></config>, its transport is UDP",
    "<config><TCP/><MPING/></config>, does not find members by TCPPING",
    "<config><TCP/><TCPPING/><ENCRYPT/></config>, it has ENCRYPT",
    "<config/>, it has no protocols",
    "<config, cannot be read as XML",
    "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><config>&b;</config>, cannot be read"
  })
  void shouldRefuseOthersWithReasonAndMend(String xml, String reason) {
    assertThatThrownBy(() -> read(xml))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("'jgroups-cmi.xml'")
        .hasMessageContaining(reason)
        .hasMessageContaining("set peers");
  }

  @Test
  void shouldNotReadStackFileWherePeersAreGivenByTheSystem() {
    Config config = new Config();
    config.setConfFileName("nowhere.xml");
    assertThatThrownBy(() -> GroupSettings.of(config))
        .hasMessageContaining("confFileName is 'nowhere.xml'");
    System.setProperty("g2cl.peers", "127.0.0.1:7801");
    try {
      assertThat(GroupSettings.of(config).peers()).containsExactly("127.0.0.1:7801");
    } finally {
      System.clearProperty("g2cl.peers");
    }
  }

  @Test
  void shouldRefuseMembersThatItCannotRead() {
    StockStack stack = read("<config><TCP/><TCPPING initial_hosts='a:7800'/></config>");
    assertThatThrownBy(stack::peers).hasMessageContaining("it must be host[port],host[port]");
  }
}
