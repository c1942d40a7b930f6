package org.g2cl.jgcs.tck.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.UnsupportedServiceException;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.jgroups.StackSettings;
import org.awaitility.Awaitility;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What counts of a stack file of the user's own, and what is said of one that is wrong. */
public abstract class OwnStacksContract {
  private static final String HOST = "127.0.0.1";
  private static final String PORT_PROPERTY = "g2cl.port.of.a.test";
  private static final String NOT_SET = "g2cl.is.not.set";

  @TempDir private Path folder;
  private final List<Node> nodes = new ArrayList<>();

  /** For the subclass of a binding. */
  protected OwnStacksContract() {}

  /** Name of the engine. */
  protected abstract String engine();

  /** Text of a stack file on TCP with static peers and SEQUENCER. */
  protected abstract String stackFile() throws IOException;

  @AfterEach
  final void closeNodes() throws IOException {
    System.clearProperty(PORT_PROPERTY);
    for (Node node : nodes) {
      node.close();
    }
  }

  private Node joined(Map<String, String> settings) throws GroupException {
    Node node = new Node(engine(), settings);
    nodes.add(node);
    node.join();
    return node;
  }

  private Map<String, String> stack(String content) throws IOException {
    Path file = Files.writeString(folder.resolve("own.xml"), content);
    return Map.of(ProtocolProvider.STACK, file.toString());
  }

  private Map<String, String> stackWithTransport(String attribute) throws IOException {
    return stack(transportWith(attribute));
  }

  private String transportWith(String attribute) throws IOException {
    return stackFile().replaceFirst("(<[\\w.]*(?i:tcp))\\s", "$1 " + quoted(attribute) + " ");
  }

  private static String quoted(String attribute) {
    return attribute.replace("$", "\\$");
  }

  private static Map<String, String> with(Map<String, String> base, String key, String value) {
    Map<String, String> settings = new LinkedHashMap<>(base);
    settings.put(key, value);
    return settings;
  }

  private static void awaitTwo(Node a, Node b) {
    Awaitility.await("a view of two")
        .atMost(Duration.ofSeconds(30))
        .until(() -> a.size() == 2 && b.size() == 2);
  }

  @Test
  final void shouldKeepThePortOfAPlaceholder() throws Exception {
    int port = FreePorts.next();
    Node a = joined(stackWithTransport("bind_port=\"${" + NOT_SET + ":" + port + "}\""));
    awaitTwo(a, joined(Map.of(ProtocolProvider.PEERS, HOST + ":" + port)));
  }

  @Test
  final void shouldKeepThePortOfTheFirstPropertyThatIsSet() throws Exception {
    int port = FreePorts.next();
    System.setProperty(PORT_PROPERTY, Integer.toString(port));
    Node a =
        joined(stackWithTransport("bind_port=\"${" + NOT_SET + "," + PORT_PROPERTY + ":7800}\""));
    awaitTwo(a, joined(Map.of(ProtocolProvider.PEERS, HOST + ":" + port)));
  }

  @Test
  final void shouldRefuseAPortThatIsNone() throws Exception {
    for (String value : List.of("many", "70000", "-1", "${" + NOT_SET + ":many}")) {
      assertRefused(
          stackWithTransport("bind_port=\"" + value + "\""),
          "'stack'",
          "own.xml",
          "bind_port=\"" + value + "\"",
          "a port is 0 to 65535",
          "set 'bind-port'");
    }
    Map<String, String> empty = stackWithTransport("bind_port=\"${" + NOT_SET + "}\"");
    assertRefused(empty, "own.xml", "no system property", "set 'bind-port'");
    int port = FreePorts.next();
    Node a = joined(with(empty, ProtocolProvider.BIND_PORT, Integer.toString(port)));
    awaitTwo(a, joined(Map.of(ProtocolProvider.PEERS, HOST + ":" + port)));
  }

  @Test
  final void shouldWarnOfAnAddressThatIsNotUsed() throws Exception {
    Map<String, String> other = stackWithTransport("bind_addr=\"${" + NOT_SET + ":127.0.0.2}\"");
    assertThat(Said.during(() -> create(other)))
        .containsOnlyOnce("which is not used")
        .contains("own.xml", "bind_addr=\"127.0.0.2\"", "bound to 127.0.0.1", "'bind-address'");
    Map<String, String> asked = with(other, ProtocolProvider.BIND_ADDRESS, "127.0.0.2");
    assertThat(Said.during(() -> create(asked))).doesNotContain("which is not used");
    for (String same : List.of(HOST, "localhost", "LOOPBACK", "${" + NOT_SET + "}")) {
      Map<String, String> settings = stackWithTransport("bind_addr=\"" + same + "\"");
      assertThat(Said.during(() -> create(settings))).doesNotContain("which is not used");
    }
  }

  @Test
  final void shouldWarnWhenNoPeerOfTheStackIsThere() throws Exception {
    int port = FreePorts.next();
    int other = FreePorts.next();
    String hosts = "localhost[%d],${%s:localhost}[%d]".formatted(port, NOT_SET, other);
    String content =
        transportWith("bind_port=\"" + port + "\"")
            .replace("<TCPPING ", "<TCPPING initial_hosts=\"" + hosts + "\" ");
    Map<String, String> settings = stack(content);
    assertThat(Said.during(() -> joined(settings)))
        .contains("found no member of group 'stacks' at its peers [localhost[" + other + "]]");
    Map<String, String> second = with(settings, ProtocolProvider.BIND_PORT, "" + other);
    assertThat(Said.during(() -> joined(second))).doesNotContain("found no member");
    awaitTwo(nodes.get(0), nodes.get(1));
  }

  @Test
  final void shouldWarnWhenANameResolvesToNothing() throws Exception {
    try (NameServer server = NameServer.start()) {
      Map<String, String> settings = new LinkedHashMap<>();
      settings.put(ProtocolProvider.PEERS_DNS, "_group._tcp.test");
      settings.put(StackSettings.DNS_SERVER, server.address());
      assertThat(Said.during(() -> joined(settings)))
          .contains("'peers-dns'", "'_group._tcp.test', which resolves to nothing");
    }
    Map<String, String> known =
        Map.of(
            ProtocolProvider.PEERS_DNS,
            "localhost",
            ProtocolProvider.BIND_PORT,
            Integer.toString(FreePorts.next()));
    assertThat(Said.during(() -> joined(known))).doesNotContain("resolves to nothing");
  }

  @Test
  final void shouldNameTheStackThatHasNoTotalOrder() throws Exception {
    Node a = joined(stack(stackFile().replaceFirst("<[\\w.]*(?i:sequencer)/>", "")));
    assertThatThrownBy(() -> a.protocol().lookupService(ServiceNames.TOTAL_ORDER))
        .isInstanceOf(UnsupportedServiceException.class)
        .hasMessageContainingAll("own.xml", "'total-order'", "put <SEQUENCER/> into the stack");
  }

  @Test
  final void shouldNameTheStackWhosePortIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      assertNotJoined(
          stackWithTransport("bind_port=\"" + port + "\""),
          "'stack'",
          "own.xml",
          "cannot listen on 127.0.0.1:" + port,
          "set 'bind-port'");
    }
  }

  @Test
  final void shouldNameTheStackThatJGroupsRefuses() throws Exception {
    assertNotJoined(
        stackWithTransport("timeoutt=\"10000\""),
        "'stack'",
        "own.xml",
        "timeoutt=10000",
        "for another version of JGroups?");
    assertNotJoined(
        stack(stackFile().replace("</config>", "<NO_SUCH_PROTOCOL/></config>")),
        "own.xml",
        "NO_SUCH_PROTOCOL",
        "for another version of JGroups?");
  }

  @Test
  final void shouldTellTheLineWhereAStackIsNoXml() throws Exception {
    assertRefused(stack("<config>\n  <TCP\n"), "'stack'", "own.xml", "no XML of JGroups: line 3");
    assertRefused(stack("no XML"), "own.xml", "no XML of JGroups: line 1");
    assertRefused(stack(""), "own.xml", "no XML of JGroups: line 1");
    assertRefused(stack("<stack/>"), "own.xml", "cannot be read as a stack");
    assertRefused(stack("<config/>"), "own.xml", "cannot be read as a stack");
    assertRefused(stack("<config></config>"), "own.xml", "cannot be read as a stack");
  }

  @Test
  final void shouldTellWhatANameThatIsNoFileMayBe() {
    assertRefused(
        Map.of(ProtocolProvider.STACK, folder.toString()), folder.toString(), "it is a directory");
    assertRefused(
        Map.of(ProtocolProvider.STACK, "TCP"), "'TCP'", "no such file", "that is shipped is 'tcp'");
  }

  @Test
  final void shouldNameTheFileWithASettingThatIsUnknown() throws Exception {
    Path file = folder.resolve("own.properties");
    Map<String, String> settings = Map.of(ProtocolProvider.STACK, file.toString());
    Files.writeString(file, "peerz=127.0.0.1:7800\n");
    assertRefused(settings, "has no setting 'peerz'", "in file '" + file + "'");
    Files.writeString(file, "<!-- a stack -->\n<config/>\n");
    assertRefused(settings, "'stack'", file.toString(), "it is XML");
  }

  @Test
  final void shouldQuoteAMulticastAddressAsItWasSet() {
    assertRefused(
        Map.of(StackSettings.MULTICAST, "239.1.1.1:45588"),
        "'multicast'",
        "'239.1.1.1:45588'",
        "needs UDP");
  }

  @Test
  final void shouldRefusePeersByAddressAndByName() {
    assertRefused(
        Map.of(ProtocolProvider.PEERS_DNS, "localhost", ProtocolProvider.PEERS, "127.0.0.1:7800"),
        "'peers-dns'",
        "'peers'; set one of the two only");
  }

  private void create(Map<String, String> settings) throws IOException {
    Protocols.factory(engine(), settings).createProtocol().close();
  }

  private void assertRefused(Map<String, String> settings, String... texts) {
    assertThatThrownBy(() -> create(settings))
        .isInstanceOf(GroupException.class)
        .hasMessageContainingAll(texts);
  }

  private void assertNotJoined(Map<String, String> settings, String... texts) {
    assertThatThrownBy(() -> joined(settings))
        .isInstanceOf(GroupException.class)
        .hasMessageContainingAll(texts);
  }
}
