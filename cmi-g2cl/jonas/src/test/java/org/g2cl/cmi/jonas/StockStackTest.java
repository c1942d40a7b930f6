package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StockStackTest {
  private static final String TCP =
      "<config><TCP bind_addr='127.0.0.1' bind_port='7800'/>"
          + "<TCPPING initial_hosts='127.0.0.1[7800]'/>";

  private final Map<String, String> properties = new HashMap<>(Map.of("port", "7800"));

  private StockStack read(String xml) {
    return StockStack.read(
        "jgroups-cmi.xml",
        new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)),
        properties::get);
  }

  @Test
  void shouldTakeOverAddressPortAndMembersOfTcpStack() {
    StockStack stack =
        read(
            "<config><TCP bind_addr='127.0.0.1' bind_port='${port:1}'/>"
                + "<TCPPING initial_hosts='127.0.0.1[7800], b[${other:7801}]'/><FD/>"
                + "<pbcast.GMS/></config>");
    assertThat(stack.bindAddress()).isEqualTo("127.0.0.1");
    assertThat(stack.bindPort()).isEqualTo("7800");
    assertThat(stack.peers()).isEqualTo("127.0.0.1:7800,b:7801");
    assertThat(stack.leftOut()).containsExactly("FD");
  }

  @Test
  void shouldRefuseProtocolThatIsThereTwice() {
    assertThatThrownBy(() -> read(TCP + "<TCPPING initial_hosts='127.0.0.1[7801]'/></config>"))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("it has TCPPING twice")
        .hasMessageContaining("Make one of them");
    assertThatThrownBy(
            () -> read(TCP + "<pbcast.GMS/><org.jgroups.protocols.pbcast.GMS/></config>"))
        .hasMessageContaining("it has GMS twice");
  }

  /** As JGroups 2.12.1.3 was seen to do it. */
  @Test
  void shouldTakeWhatTheSystemPropertiesOfJGroupsSayInPlaceOfTheFile() {
    properties.put("jgroups.bind_addr", "127.0.0.2");
    properties.put("jgroups.tcpping.initial_hosts", "127.0.0.2[7801],127.0.0.3[7802]");
    StockStack stack = read(TCP + "</config>");
    assertThat(stack.bindAddress()).isEqualTo("127.0.0.2");
    assertThat(stack.peers()).isEqualTo("127.0.0.2:7801,127.0.0.3:7802");

    properties.put("jgroups.ignore.bind_addr", "true");
    assertThat(stack.bindAddress()).isEqualTo("127.0.0.1");

    StockStack open =
        read(
            "<config><TCP bind_port='${a,port}'/><TCPPING"
                + " initial_hosts='${jgroups.tcpping.initial_hosts:127.0.0.1[1]}'/></config>");
    properties.remove("jgroups.ignore.bind_addr");
    assertThat(open.bindAddress()).isEqualTo("127.0.0.2");
    assertThat(open.bindPort()).isEqualTo("7800");
    assertThat(open.peers()).isEqualTo("127.0.0.2:7801,127.0.0.3:7802");
  }

  @ParameterizedTest
  @CsvSource({
    "<config><UDP/><PING/></config>, its transport is UDP",
    "<config><TUNNEL/><PING/></config>, 'its transport is TUNNEL, and a router'",
    "<config><PIPE/><PING/></config>, 'its transport is PIPE, and only TCP and TCP_NIO'",
    "<config><FD/><TCP/></config>, 'its first protocol is FD, and the transport, TCP'",
    "<config><TCP/><MPING/></config>, does not find members by TCPPING",
    "<beans><TCP/><TCPPING/></beans>, its root element is <beans>",
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

  @ParameterizedTest
  @CsvSource({"ENCRYPT", "AUTH", "SASL", "SYM_ENCRYPT", "ASYM_ENCRYPT"})
  void shouldRefuseWhatProtectsAndNameOurSettingForIt(String protocol) {
    assertThatThrownBy(() -> read(TCP + "<" + protocol + "/></config>"))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("'jgroups-cmi.xml' cannot be used: it has " + protocol)
        .hasMessageContaining("g2cl.secret-file");
  }

  @Test
  void shouldRefuseProtocolsThatItDoesNotKnowAndNameTheNearestOne() {
    assertThatThrownBy(() -> read(TCP + "<org.shop.AUDIT/></config>"))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("it has the protocol 'org.shop.AUDIT'")
        .hasMessageEndingWith("or correct its name");
    assertThatThrownBy(() -> read(TCP + "<MERG2/></config>"))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageEndingWith("if it is MERGE2");
  }

  @Test
  void shouldTellProtocolsOfJGroupsFromOthersOfTheSameSimpleName() {
    assertThatThrownBy(() -> read(TCP + "<com.shop.FRAG2/></config>"))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("it has the protocol 'com.shop.FRAG2'");
    String ours = "org.".concat("jgroups.protocols.");
    StockStack stack =
        read(TCP + "<" + ours + "FD/><" + ours + "pbcast.GMS/><pbcast.NAKACK/></config>");
    assertThat(stack.leftOut()).containsExactly("FD");
  }

  @Test
  void shouldRefuseListOfMembersThatNamesNobody() {
    StockStack stack = read("<config><TCP/><TCPPING initial_hosts=' , '/></config>");
    assertThatThrownBy(stack::peers)
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("TCPPING initial_hosts is ',', which names nobody")
        .hasMessageContaining("set peers");
  }

  @Test
  void shouldRefuseMembersThatItCannotRead() {
    StockStack stack = read("<config><TCP/><TCPPING initial_hosts='a:7800'/></config>");
    assertThatThrownBy(stack::peers)
        .hasMessageContaining("'jgroups-cmi.xml'")
        .hasMessageContaining("it must be host[port],host[port]");
  }

  @Test
  void shouldRefuseWhatIsNotThereInsteadOfTakingADefault() {
    StockStack stack = read("<config><TCP bind_port='${no.such}'/><TCPPING/></config>");
    assertThatThrownBy(stack::bindAddress)
        .hasMessageContaining("TCP bind_addr is not there")
        .hasMessageContaining("set bindAddress");
    assertThatThrownBy(stack::bindPort)
        .hasMessageContaining("TCP bind_port is '${no.such}', a property that is not set")
        .hasMessageContaining("set bindPort");
    assertThatThrownBy(stack::peers)
        .hasMessageContaining("TCPPING initial_hosts is not there")
        .hasMessageContaining("set peers");
    assertThatThrownBy(
            () -> read("<config><TCP bind_addr='SITE_LOCAL'/><TCPPING/></config>").bindAddress())
        .hasMessageContaining("TCP bind_addr is SITE_LOCAL, which is a kind of address");
  }
}
