package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.sf.jgcs.spi.ListenerThreads;
import net.sf.jgcs.spi.jgroups.FlagService;
import org.g2cl.jgcs.tck.FreePorts;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AnswersToLesserMemberTest {
  private static final Duration LONGEST = Duration.ofSeconds(20);
  private static final String READING = "Connection.Receiver";
  private static final byte REQUEST = 1;
  private static final byte ANSWER = 2;

  private final List<JChannel> channels = new ArrayList<>();
  private final AtomicInteger answered = new AtomicInteger();

  @AfterEach
  void close() {
    channels.forEach(JChannel::close);
  }

  @Test
  void shouldBeWrittenByTheThreadThatReadsOnceTheLesserMemberHasAnswered() throws Exception {
    int[] ports = {FreePorts.next(), FreePorts.next()};
    JChannel lesser = connect(1, ports);
    JChannel greater = connect(2, ports);
    await().atMost(LONGEST).until(() -> lesser.view().size() == 2 && greater.view().size() == 2);

    assertThat(writersOfAnAnswer(lesser, greater)).noneMatch(name -> name.contains(READING));
    ask(greater, lesser.getAddress());
    assertThat(writersOfAnAnswer(lesser, greater)).anyMatch(name -> name.contains(READING));
    assertThat(writersOfAnAnswer(greater, lesser)).anyMatch(name -> name.contains(READING));
  }

  private JChannel connect(int number, int... ports) throws Exception {
    JChannel channel;
    try (InputStream shipped = Stack.class.getResourceAsStream("tcp.xml")) {
      String xml =
          new String(shipped.readAllBytes(), StandardCharsets.UTF_8)
              .replaceFirst(
                  "<org.g2cl.jgcs.jgroups.ReconnectingTcp ",
                  "<%s bind_addr=\"127.0.0.1\" bind_port=\"%d\" "
                      .formatted(WritersTcp.class.getName(), ports[number - 1]))
              .replaceFirst(
                  "<TCPPING ",
                  "<TCPPING initial_hosts=\"127.0.0.1[%d],127.0.0.1[%d]\" "
                      .formatted(ports[0], ports[1]));
      channel = new JChannel(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }
    channels.add(channel);
    channel.addAddressGenerator(() -> new UUID(number, 0));
    transport(channel).sends = true;
    channel.setReceiver(
        new Receiver() {
          @Override
          public void receive(Message message) {
            onMessage(channel, message);
          }
        });
    channel.connect("g");
    return channel;
  }

  private static WritersTcp transport(JChannel channel) {
    return (WritersTcp) channel.getProtocolStack().getTransport();
  }

  private void onMessage(JChannel channel, Message message) {
    if (message.getArray()[message.getOffset()] == ANSWER) {
      answered.incrementAndGet();
    } else {
      ListenerThreads.run(() -> send(channel, message.getSrc(), ANSWER));
    }
  }

  private static void send(JChannel from, Address to, byte kind) {
    Message message = new HeadedMessage(to, new byte[0], new byte[] {kind}, 0, 1);
    message.setFlag(FlagService.BEST_EFFORT.flags(), false).setFlag(Message.Flag.NO_FC);
    try {
      from.send(message);
    } catch (Exception e) { // declared so by JGroups
      throw new IllegalStateException(e);
    }
  }

  private void ask(JChannel from, Address to) {
    int before = answered.get();
    send(from, to, REQUEST);
    await().atMost(LONGEST).until(() -> answered.get() > before);
  }

  /** Names of the threads that wrote to the one that asks until it was answered. */
  private List<String> writersOfAnAnswer(JChannel from, JChannel to) {
    transport(to).written.clear();
    ask(from, to.getAddress());
    return transport(to).written.stream()
        .filter(written -> from.getAddress().equals(written.to()))
        .map(written -> written.by().getName())
        .toList();
  }
}
