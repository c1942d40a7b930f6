package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.jgroups.StackSettings;
import net.sf.jgcs.spi.jgroups.TlsSettings;
import org.g2cl.jgcs.tck.FreePorts;
import org.g2cl.jgcs.tck.jgroups.KeyStores;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.util.DefaultSocketFactory;
import org.jgroups.util.SocketFactory;
import org.jgroups.util.Util;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two members on TCP, with one connection between them. What it is read through is told by the
 * stacks of the threads that read it, one of each member, which wait for input most of the time.
 */
class UnlockedConnectionsTest {
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final List<String> INPUTS =
      List.of(UnlockedInput.class.getName(), BufferedInputStream.class.getName());
  private static final Set<String> UNLOCKED = Set.of(UnlockedInput.class.getName());
  private static final Set<String> AS_JGROUPS = Set.of(BufferedInputStream.class.getName());

  @TempDir private Path folder;
  private final List<JChannel> channels = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();
  private final List<Integer> received = new CopyOnWriteArrayList<>();

  @BeforeEach
  void findPorts() throws IOException {
    ports.add(FreePorts.next());
    ports.add(FreePorts.next());
  }

  @AfterEach
  void close() {
    channels.forEach(JChannel::close);
  }

  /** By the binding. */
  private void start(Map<String, String> more) throws Exception {
    for (int port : ports) {
      Map<String, String> settings = new HashMap<>(more);
      settings.put(ProtocolProvider.BIND_PORT, Integer.toString(port));
      settings.put(
          ProtocolProvider.PEERS,
          "127.0.0.1:%d,127.0.0.1:%d".formatted(ports.get(0), ports.get(1)));
      Channels.connect(
          StackSettings.of(JGroupsProtocolProvider.NAME, settings),
          "unlocked",
          receiver(),
          ConnectionGuard.none(),
          (channel, used) -> channels.add(channel));
    }
    awaitViewOf(2, channels);
  }

  /** By JGroups alone. */
  private void startAlone(String stack, List<SocketFactory> factories) throws Exception {
    for (int port : ports) {
      String xml =
          stack
              .replace(
                  "ReconnectingTcp ",
                  "ReconnectingTcp bind_addr=\"127.0.0.1\" bind_port=\"%d\" ".formatted(port))
              .replace("WatchfulFdSock2 ", "WatchfulFdSock2 bind_addr=\"127.0.0.1\" ")
              .replace(
                  "<TCPPING ",
                  "<TCPPING initial_hosts=\"127.0.0.1[%d],127.0.0.1[%d]\" "
                      .formatted(ports.get(0), ports.get(1)));
      JChannel channel =
          new JChannel(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
      channels.add(channel);
      factories.forEach(channel.getProtocolStack().getTransport()::setSocketFactory);
      channel.setReceiver(receiver());
      channel.connect("unlocked");
    }
    awaitViewOf(2, channels);
  }

  private static String shippedStack() throws IOException {
    try (InputStream shipped = Stack.class.getResourceAsStream("tcp.xml")) {
      return new String(shipped.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Receiver receiver() {
    return new Receiver() {
      @Override
      public void receive(Message message) {
        received.add(message.getLength());
      }
    };
  }

  private static void awaitViewOf(int members, List<JChannel> at) {
    await()
        .atMost(WAIT)
        .until(() -> at.stream().allMatch(channel -> channel.getView().size() == members));
  }

  private void awaitThatBothReadThrough(Set<String> inputs) {
    await("what the connection is read through")
        .atMost(WAIT)
        .untilAsserted(() -> assertThat(inputs()).isEqualTo(List.of(inputs, inputs)));
  }

  private List<Set<String>> inputs() {
    List<Set<String>> inputs = new ArrayList<>();
    Thread.getAllStackTraces()
        .forEach(
            (thread, frames) -> {
              if (isReader(thread.getName())) {
                inputs.add(inputs(frames));
              }
            });
    return inputs;
  }

  private boolean isReader(String thread) {
    return thread.startsWith("Connection.Receiver")
        && ports.stream().anyMatch(port -> thread.contains(":" + port));
  }

  private static Set<String> inputs(StackTraceElement... frames) {
    Set<String> inputs = new HashSet<>();
    Arrays.stream(frames).map(StackTraceElement::getClassName).forEach(inputs::add);
    inputs.retainAll(INPUTS);
    return inputs;
  }

  private void checkThatMessagesPass(int... sizes) throws Exception {
    received.clear();
    for (int size : sizes) {
      channels.get(0).send(new BytesMessage(channels.get(1).getAddress(), new byte[size]));
    }
    List<Integer> expected = Arrays.stream(sizes).boxed().toList();
    await().atMost(WAIT).untilAsserted(() -> assertThat(received).isEqualTo(expected));
  }

  @Test
  void shouldReadWithoutALockAtBothEnds() throws Exception {
    start(Map.of());
    awaitThatBothReadThrough(UNLOCKED);
    checkThatMessagesPass(0, 1, 65_535, 65_536, 500_000, 3);
  }

  /** So that its rate and that of the binding can be compared. */
  @Test
  void shouldReadWithoutALockByJGroupsAlone() throws Exception {
    startAlone(shippedStack(), List.of());
    awaitThatBothReadThrough(UNLOCKED);
    checkThatMessagesPass(1);
  }

  @Test
  void shouldReadWithoutALockWhenStartedAgain() throws Exception {
    startAlone(shippedStack(), List.of());
    channels.get(1).disconnect();
    channels.get(1).connect("unlocked");
    awaitViewOf(2, channels);
    awaitThatBothReadThrough(UNLOCKED);
    checkThatMessagesPass(1);
  }

  @Test
  void shouldReadWithoutALockWhenReconnected() throws Exception {
    start(Map.of());
    ReconnectingTcp transport = (ReconnectingTcp) channels.get(0).getProtocolStack().getTransport();
    transport.disconnect(channels.get(1).getAddress());
    checkThatMessagesPass(1, 100_000);
    awaitThatBothReadThrough(UNLOCKED);
  }

  @Test
  void shouldReadAsJGroupsDoesOverTls() throws Exception {
    KeyStores keys = KeyStores.create(folder, "members");
    start(keys.trusting(keys));
    awaitThatBothReadThrough(AS_JGROUPS);
    checkThatMessagesPass(1, 100_000);
  }

  /** Here and in the next: JGroups' own settings in a stack of one's own. */
  @Test
  void shouldReadAsJGroupsDoesOverTlsOfTheStack() throws Exception {
    KeyStores keys = KeyStores.create(folder, "members");
    Map<String, String> files = keys.trusting(keys);
    String tls =
        """
        ReconnectingTcp tls.enabled="true"
            tls.keystore_path="%s" tls.keystore_password="%s"
            tls.truststore_path="%s" tls.truststore_password="%s"
        """
            .formatted(
                files.get(TlsSettings.KEY_STORE),
                files.get(TlsSettings.KEY_STORE_PASSWORD),
                files.get(TlsSettings.TRUST_STORE),
                files.get(TlsSettings.TRUST_STORE_PASSWORD));
    startAlone(shippedStack().replace("ReconnectingTcp ", tls), List.of());
    awaitThatBothReadThrough(AS_JGROUPS);
  }

  @Test
  void shouldHaveNoBufferWhenTheStackSaysSo() throws Exception {
    String none = "ReconnectingTcp buffered_input_stream_size=\"0\" ";
    startAlone(shippedStack().replace("ReconnectingTcp ", none), List.of());
    awaitThatBothReadThrough(Set.of());
  }

  @Test
  void shouldReadAsJGroupsDoesFromSocketsOfAnotherFactory() throws Exception {
    startAlone(shippedStack(), List.of(new DefaultSocketFactory()));
    awaitThatBothReadThrough(AS_JGROUPS);
    checkThatMessagesPass(1);
  }

  /** Nobody else suspects a member in that stack. */
  @Test
  void shouldNoticeByFdSockThatAMemberIsGone() throws Exception {
    String detectors =
        "<org.g2cl.jgcs.jgroups.WatchfulFdSock2[^>]*>\\s*<org.g2cl.jgcs.jgroups.ReconnectingFdAll3[^>]*>";
    Path stack = folder.resolve("fd-sock.xml");
    Files.writeString(
        stack,
        shippedStack()
            .replaceFirst(
                detectors, "<org.g2cl.jgcs.jgroups.WatchfulFdSock sock_conn_timeout=\"300ms\"/>"));
    start(Map.of(ProtocolProvider.STACK, stack.toString()));
    awaitThatBothReadThrough(UNLOCKED);

    Util.shutdown(channels.get(1));

    awaitViewOf(1, channels.subList(0, 1));
  }
}
