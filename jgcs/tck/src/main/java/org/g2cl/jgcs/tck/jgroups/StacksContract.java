package org.g2cl.jgcs.tck.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.UnsupportedServiceException;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.jgroups.StackSettings;
import net.sf.jgcs.spi.jgroups.TlsSettings;
import org.awaitility.Awaitility;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stacks that are ready to use, an own one, TLS, and where the sockets are bound. */
public abstract class StacksContract {
  private static final String HOST = "127.0.0.1";
  private static final String OTHER_HOST = "127.0.0.2";

  @TempDir private Path folder;
  private final List<Node> nodes = new ArrayList<>();

  /** For the subclass of a binding. */
  protected StacksContract() {}

  /** Name of the engine. */
  protected abstract String engine();

  /** Text of a stack file on TCP with static peers and SEQUENCER. */
  protected abstract String stackFile() throws IOException;

  @AfterEach
  final void closeNodes() throws IOException {
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

  private static Map<String, String> member(int port, String peers) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(ProtocolProvider.BIND_PORT, Integer.toString(port));
    settings.put(ProtocolProvider.PEERS, peers);
    return settings;
  }

  private static Map<String, String> with(Map<String, String> base, String key, String value) {
    Map<String, String> settings = new LinkedHashMap<>(base);
    settings.put(key, value);
    return settings;
  }

  private static Map<String, String> with(Map<String, String> base, Map<String, String> more) {
    Map<String, String> settings = new LinkedHashMap<>(base);
    settings.putAll(more);
    return settings;
  }

  private static void await(String what, Callable<Boolean> condition) {
    Awaitility.await(what)
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(10))
        .until(condition);
  }

  private static void assertTalk(Node a, Node b) throws IOException {
    await("a view of two", () -> a.size() == 2 && b.size() == 2);
    for (int i = 0; i < 20; i++) {
      a.send(ServiceNames.TOTAL_ORDER, "a" + i);
      b.send(ServiceNames.TOTAL_ORDER, "b" + i);
    }
    await("40 messages", () -> a.texts().size() == 40 && b.texts().size() == 40);
    assertThat(a.texts()).isEqualTo(b.texts());
  }

  @Test
  final void shouldFindMembersByAName() throws Exception {
    int port = FreePorts.next();
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(ProtocolProvider.BIND_PORT, Integer.toString(port));
    settings.put(ProtocolProvider.PEERS_DNS, "localhost," + OTHER_HOST);
    Node a = joined(with(settings, ProtocolProvider.BIND_ADDRESS, HOST));
    Node b = joined(with(settings, ProtocolProvider.BIND_ADDRESS, OTHER_HOST));
    assertTalk(a, b);
  }

  @Test
  final void shouldAskTheNamedServerForServices() throws Exception {
    try (NameServer server = NameServer.start()) {
      Map<String, String> settings = new LinkedHashMap<>();
      settings.put(ProtocolProvider.PEERS_DNS, "_group._tcp.test");
      settings.put(StackSettings.DNS_SERVER, server.address());
      joined(settings);
      assertThat(server.questions()).isNotEmpty().containsOnly("SRV _group._tcp.test.");
    }
  }

  @Test
  final void shouldRefuseANameWithoutAPort() {
    assertRefused(
        Map.of(ProtocolProvider.PEERS_DNS, "localhost"),
        ProtocolProvider.PEERS_DNS,
        "localhost",
        ProtocolProvider.BIND_PORT);
  }

  @Test
  final void shouldFormAGroupOnUdpWithoutMulticastWhenPeersAreNamed() throws Exception {
    int port = FreePorts.next();
    Map<String, String> udp = Map.of(ProtocolProvider.STACK, "udp");
    Node a = joined(with(member(port, HOST + ":" + port), udp));
    Node b = joined(with(member(0, HOST + ":" + port), udp));
    assertTalk(a, b);
  }

  @Test
  final void shouldFormAGroupOnUdpByMulticast() throws Exception {
    Map<String, String> udp =
        Map.of(ProtocolProvider.STACK, "udp", StackSettings.MULTICAST, Multicast.address());
    Set<String> before = WildcardSockets.known() ? WildcardSockets.open() : Set.of();
    Node a = joined(udp);
    Node stranger = joined(with(udp, StackSettings.MULTICAST, Multicast.address()));
    Node b = joined(udp);
    assertTalk(a, b);
    assertThat(stranger.size()).isEqualTo(1);
    assertNoWildcardSocketsBut(before);
  }

  @Test
  final void shouldRefuseAMulticastAddressThatIsNone() {
    assertRefused(
        Map.of(ProtocolProvider.STACK, "udp", StackSettings.MULTICAST, "10.0.0.1:7000"),
        StackSettings.MULTICAST,
        "10.0.0.1:7000",
        "239.255.255.255");
  }

  @Test
  final void shouldTakeAnOwnStackFile() throws Exception {
    Path file = folder.resolve("own.xml");
    Files.writeString(file, stackFile().replaceFirst("<[\\w.]*(?i:sequencer)/>", ""));
    int port = FreePorts.next();
    Map<String, String> own = Map.of(ProtocolProvider.STACK, file.toString());
    Node a = joined(with(member(port, ""), own));
    Node b = joined(with(member(0, HOST + ":" + port), own));
    await("a view of two", () -> a.size() == 2 && b.size() == 2);
    b.send(ServiceNames.FIFO, "x");
    await("the message", () -> a.texts().equals(List.of("x")));
    assertThatThrownBy(() -> a.protocol().lookupService(ServiceNames.TOTAL_ORDER))
        .isInstanceOf(UnsupportedServiceException.class)
        .hasMessageContaining("SEQUENCER");
  }

  @Test
  final void shouldKeepThePortOfAnOwnStackFile() throws Exception {
    Path file = folder.resolve("port.xml");
    int port = FreePorts.next();
    Files.writeString(
        file, stackFile().replaceFirst("(<[\\w.]*(?i:tcp))\\s", "$1 bind_port=\"" + port + "\" "));
    Node a = joined(Map.of(ProtocolProvider.STACK, file.toString()));
    Node b = joined(member(0, HOST + ":" + port));
    assertTalk(a, b);
    int other = FreePorts.next();
    Node c =
        joined(with(member(other, HOST + ":" + port), ProtocolProvider.STACK, file.toString()));
    await("a view of three", () -> a.size() == 3 && c.size() == 3);
  }

  @Test
  final void shouldTakeAFileOfSettingsAsStack() throws Exception {
    Path file = folder.resolve("own.properties");
    Files.writeString(file, "stack=udp\nmulticast=10.0.0.1:7000\n");
    Map<String, String> settings = Map.of(ProtocolProvider.STACK, file.toString());
    assertRefused(settings, StackSettings.MULTICAST, "10.0.0.1:7000");
    Files.writeString(file, "stack=udp\n");
    assertRefused(
        with(settings, StackSettings.MULTICAST, "10.0.0.2:7000"),
        StackSettings.MULTICAST,
        "10.0.0.2:7000");
    Files.writeString(file, "no-such=1\n");
    assertRefused(settings, "no-such");
  }

  @Test
  final void shouldNameTheSettingWhenTheStackCannotBeRead() {
    assertRefused(
        Map.of(ProtocolProvider.STACK, "no-such.xml"),
        ProtocolProvider.STACK,
        "no-such.xml",
        "udp",
        "no such file");
  }

  @Test
  final void shouldRefuseNamesOfGroupsThatJGroupsWouldCut() throws Exception {
    for (String name : List.of("", "g".repeat(1001), "gr\u0429ppe")) {
      try (Protocol protocol = Protocols.factory(engine(), member(0, "")).createProtocol()) {
        ControlSession control =
            protocol.openControlSession(Protocols.provider(engine()).group(name));
        assertThatThrownBy(control::join)
            .isInstanceOf(GroupException.class)
            .hasMessageContaining("1 to 1000 characters of Latin-1");
      }
    }
  }

  @Test
  final void shouldBindEverySocketToTheAddressOfTheMember() throws Exception {
    assumeTrue(WildcardSockets.known(), "no tables of sockets on this system");
    Set<String> before = WildcardSockets.open();
    int port = FreePorts.next();
    Node a = joined(with(member(port, ""), ProtocolProvider.BIND_ADDRESS, HOST));
    Node b = joined(with(member(0, HOST + ":" + port), ProtocolProvider.BIND_ADDRESS, OTHER_HOST));
    assertTalk(a, b);
    assertNoWildcardSocketsBut(before);
  }

  private static void assertNoWildcardSocketsBut(Set<String> before) throws IOException {
    if (WildcardSockets.known()) {
      assertThat(WildcardSockets.open()).isSubsetOf(before);
    }
  }

  @Test
  final void shouldFormAGroupOfThoseThatTrustEachOtherOnly() throws Exception {
    KeyStores ours = KeyStores.create(folder, "ours");
    KeyStores strange = KeyStores.create(folder, "strange");
    int port = FreePorts.next();
    String peers = HOST + ":" + port;
    Node a = joined(with(member(port, ""), ours.trusting(ours)));
    Node b = joined(with(member(0, peers), ours.trusting(ours)));
    assertTalk(a, b);
    Node plain = joined(member(0, peers));
    Node stranger = joined(with(member(0, peers), strange.trusting(ours)));
    assertThat(plain.size()).isEqualTo(1);
    assertThat(stranger.size()).isEqualTo(1);
    assertThat(a.size()).isEqualTo(2);
    b.close();
    await("a view of one", () -> a.size() == 1);
  }

  @Test
  final void shouldNameWhatIsWrongWithKeyStores() throws Exception {
    KeyStores ours = KeyStores.create(folder, "ours");
    Map<String, String> good = ours.trusting(ours);
    Map<String, String> partial = new LinkedHashMap<>(good);
    partial.remove(TlsSettings.TRUST_STORE);
    assertRefused(partial, TlsSettings.TRUST_STORE, TlsSettings.KEY_STORE, "none of them");
    assertRefused(
        with(good, TlsSettings.KEY_STORE, "no-such.p12"),
        TlsSettings.KEY_STORE,
        "no-such.p12",
        "no such file");
    assertRefused(
        with(good, TlsSettings.KEY_STORE_PASSWORD, "wrong"),
        TlsSettings.KEY_STORE,
        ours.keyStore().toString(),
        TlsSettings.KEY_STORE_PASSWORD);
    assertRefused(
        with(good, TlsSettings.KEY_STORE, ours.trustStore().toString()),
        TlsSettings.KEY_STORE,
        ours.trustStore().toString(),
        "no private key");
    assertRefused(
        with(good, ProtocolProvider.STACK, "udp"),
        TlsSettings.KEY_STORE,
        ours.keyStore().toString(),
        "needs TCP");
  }

  private void assertRefused(Map<String, String> settings, String... texts) {
    assertThatThrownBy(() -> Protocols.factory(engine(), settings).createProtocol())
        .isInstanceOf(GroupException.class)
        .satisfies(e -> assertThat(e.getMessage()).contains(texts).doesNotContain("for tests"));
  }
}
