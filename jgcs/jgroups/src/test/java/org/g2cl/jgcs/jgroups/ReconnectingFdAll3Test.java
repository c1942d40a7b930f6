package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.g2cl.jgcs.tck.FreePorts;
import org.jgroups.Address;
import org.jgroups.EmptyMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReconnectingFdAll3Test {
  private static final Duration LONGEST = Duration.ofSeconds(30);

  /** What is taken out of the shipped stack. */
  private static final String ONLY_THE_COMMENT = "<!--(?s:.*?)-->";

  /** What is taken out where nobody is to be suspected. */
  private static final String THE_SUSPICION = "<org[a-z0-9.]*ReconnectingFdAll3[^>]*>";

  /** In the order in which they join: the first leads, and the second hears both others always. */
  private final List<JChannel> channels = new ArrayList<>();

  private final List<MutableSockets> sockets = new ArrayList<>();

  /** Numbers of those who have heard a message. */
  private final Set<Integer> heard = ConcurrentHashMap.newKeySet();

  @AfterEach
  void close() {
    sockets.forEach(MutableSockets::closeClogged);
    channels.forEach(JChannel::close);
  }

  /**
   * The last one puts nobody out: the first leads, or if that is not heard, the second would, and
   * is content with the first. So it would keep the old connection, and refuse what others open.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void shouldHearAMemberAgainWhoseConnectionIsSilent(int deaf) throws Exception {
    int[] ports = start(ONLY_THE_COMMENT, ONLY_THE_COMMENT, ONLY_THE_COMMENT);
    assertThat(sockets.get(2).mute(sockets.get(deaf), ports[deaf])).isEqualTo(1);
    await("it is heard").atMost(LONGEST).until(() -> hearsLast(deaf));
    await("it is a member").atMost(LONGEST).untilAsserted(this::checkThatAllAreInOneView);
  }

  /** Only the first one suspects anybody, so the second one has the connection until the view. */
  @Test
  void shouldInstallAViewThoughAConnectionToWhoIsPutOutTakesNothing() throws Exception {
    int[] ports = start(ONLY_THE_COMMENT, THE_SUSPICION, THE_SUSPICION);
    sockets.get(2).muteAll();
    assertThat(sockets.get(1).clog(sockets.get(2), ports[2])).isEqualTo(1);
    await("it is put out").atMost(LONGEST).until(() -> channels.get(1).view().size() == 2);
  }

  /**
   * Only the last one suspects anybody; the address of the second one is the lower, so it gives
   * way.
   */
  @Test
  void shouldReplaceAConnectionThatTakesNothing() throws Exception {
    int[] ports = start(THE_SUSPICION, THE_SUSPICION, ONLY_THE_COMMENT);
    sockets.get(2).muteAll();
    assertThat(sockets.get(1).clog(sockets.get(2), ports[2])).isEqualTo(1);
    await("it is closed").atMost(LONGEST).until(() -> !sockets.get(1).hasClogged());
  }

  private int[] start(String first, String second, String third) throws Exception {
    int[] ports = {FreePorts.next(), FreePorts.next(), FreePorts.next()};
    Arrays.sort(ports);
    connect(0, first, ports);
    connect(1, second, ports);
    connect(2, third, ports);
    await().atMost(LONGEST).until(() -> channels.stream().allMatch(c -> c.view().size() == 3));
    return ports;
  }

  /** Sends a message that nobody repeats. */
  private boolean hearsLast(int number) throws Exception {
    channels
        .get(2)
        .send(
            new EmptyMessage(channels.get(number).getAddress())
                .setFlag(Message.Flag.NO_RELIABILITY, Message.Flag.NO_FC));
    return heard.contains(number);
  }

  private void checkThatAllAreInOneView() {
    View view = channels.get(1).view();
    assertThat(view.size()).isEqualTo(channels.size());
    for (JChannel channel : channels) {
      assertThat(channel.view().getViewId()).isEqualTo(view.getViewId());
    }
  }

  private void connect(int number, String without, int... ports) throws Exception {
    String hosts =
        Arrays.stream(ports).mapToObj("127.0.0.1[%d]"::formatted).collect(Collectors.joining(","));
    JChannel channel;
    try (InputStream shipped = Stack.class.getResourceAsStream("tcp.xml")) {
      String xml =
          new String(shipped.readAllBytes(), StandardCharsets.UTF_8)
              .replace(
                  "ReconnectingTcp ",
                  "ReconnectingTcp bind_addr=\"127.0.0.1\" bind_port=\"%d\" "
                      .formatted(ports[number]))
              .replace("WatchfulFdSock2 ", "WatchfulFdSock2 bind_addr=\"127.0.0.1\" ")
              .replace("<TCPPING ", "<TCPPING initial_hosts=\"%s\" ".formatted(hosts))
              .replace("ReconnectingFdAll3 timeout=\"7s\"", "ReconnectingFdAll3 timeout=\"3s\"")
              .replaceFirst(without, "");
      channel = new JChannel(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }
    channels.add(channel);
    MutableSockets mutable = new MutableSockets();
    sockets.add(mutable);
    channel.getProtocolStack().getTransport().setSocketFactory(mutable);
    Address address = new UUID(0, number + 1L);
    channel.addAddressGenerator(() -> address);
    channel.setReceiver(
        new Receiver() {
          @Override
          public void receive(Message message) {
            heard.add(number);
          }
        });
    channel.connect("g");
  }
}
