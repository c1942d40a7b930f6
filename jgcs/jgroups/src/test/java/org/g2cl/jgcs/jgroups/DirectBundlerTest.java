package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import net.sf.jgcs.spi.ListenerThreads;
import net.sf.jgcs.spi.jgroups.FlagService;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DirectBundlerTest {
  private static final Address LESSER = new UUID(1, 0);
  private static final Address GREATER = new UUID(3, 0);

  private JChannel channel;
  private WritersTcp transport;

  /** A member that is alone, with the shipped stack. */
  @BeforeEach
  void connect() throws Exception {
    connect(0);
  }

  private void connect(int receiveBuffer) throws Exception {
    try (InputStream shipped = Stack.class.getResourceAsStream("tcp.xml")) {
      String text = new String(shipped.readAllBytes(), StandardCharsets.UTF_8);
      String xml =
          text.replaceFirst("recv_buf_size=\"0\"", "recv_buf_size=\"" + receiveBuffer + "\"")
              .replaceFirst(
                  "<TCP ",
                  "<org.g2cl.jgcs.jgroups.WritersTcp bind_addr=\"127.0.0.1\" bind_port=\"%d\" "
                      .formatted(JGroupsBinding.freePort()));
      channel = new JChannel(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }
    channel.addAddressGenerator(() -> new UUID(2, 0));
    channel.connect("g");
    transport = (WritersTcp) channel.getProtocolStack().getTransport();
  }

  @AfterEach
  void close() {
    channel.close();
  }

  private static Message message(Address to, FlagService service) {
    Message message = new HeadedMessage(to, new byte[0], new byte[10], 0, 10);
    message.setFlag(service.flags(), false);
    return message;
  }

  private void send(Message message) {
    try {
      transport.getBundler().send(message);
    } catch (Exception e) { // declared so by JGroups
      throw new IllegalStateException(e);
    }
  }

  /** Thread that wrote the next message to that member. */
  private Thread writer(Address to) throws InterruptedException {
    WritersTcp.Written next = transport.written.poll(10, TimeUnit.SECONDS);
    while (next != null && !next.to().equals(to)) {
      next = transport.written.poll(10, TimeUnit.SECONDS);
    }
    assertThat(next).as("nothing was written to %s", to).isNotNull();
    return next.by();
  }

  @Test
  void shouldWriteInTheApplicationsThreadWhatItSends() throws Exception {
    send(message(LESSER, FlagService.UNORDERED));
    assertThat(writer(LESSER)).isSameAs(Thread.currentThread());

    send(message(LESSER, FlagService.BEST_EFFORT));
    assertThat(writer(LESSER)).isSameAs(Thread.currentThread());
  }

  @Test
  void shouldLeaveWhatIsSentAgainToTheMembersThread() throws Exception {
    Message message = message(GREATER, FlagService.UNORDERED);
    send(message);
    assertThat(writer(GREATER)).isSameAs(Thread.currentThread());

    send(message);
    assertThat(writer(GREATER).getName()).startsWith("pd-bundler");
  }

  @Test
  void shouldLeaveWhatAListenerSendsReliablyToTheMembersThread() throws Exception {
    ListenerThreads.run(() -> send(message(GREATER, FlagService.UNORDERED)));

    assertThat(writer(GREATER).getName()).startsWith("pd-bundler");
  }

  @Test
  void shouldWriteBestEffortAnswersInTheThreadThatReadsToGreaterMembersOnly() throws Exception {
    ListenerThreads.run(() -> send(message(GREATER, FlagService.BEST_EFFORT)));
    assertThat(writer(GREATER)).isSameAs(Thread.currentThread());

    ListenerThreads.run(() -> send(message(LESSER, FlagService.BEST_EFFORT)));
    assertThat(writer(LESSER).getName()).startsWith("pd-bundler");
  }

  @Test
  void shouldWriteAnAnswerToALesserMemberInTheThreadThatReadsWhenThatCannotWait() throws Exception {
    DirectBundler bundler = (DirectBundler) transport.getBundler();
    send(message(LESSER, FlagService.BEST_EFFORT));
    assertThat(writer(LESSER)).isSameAs(Thread.currentThread());
    bundler.known(LESSER).wasAnswered();

    ListenerThreads.run(() -> send(message(LESSER, FlagService.BEST_EFFORT)));
    assertThat(writer(LESSER)).isSameAs(Thread.currentThread());

    for (int i = 0; i < Unread.MOST_BYTES / 100; i++) {
      send(message(LESSER, FlagService.UNORDERED));
      assertThat(writer(LESSER)).isSameAs(Thread.currentThread());
    }
    ListenerThreads.run(() -> send(message(LESSER, FlagService.BEST_EFFORT)));
    assertThat(writer(LESSER).getName()).startsWith("pd-bundler");
  }

  @Test
  void shouldMarkTheFirstMessageThatAnswersARequestOnly() {
    send(message(LESSER, FlagService.BEST_EFFORT));
    ((DirectBundler) transport.getBundler()).known(LESSER).reads();
    Message[] sent = new Message[3];
    for (int i = 0; i < sent.length; i++) {
      sent[i] = message(i == 0 ? GREATER : LESSER, FlagService.BEST_EFFORT);
    }
    ListenerThreads.run(
        () -> {
          for (Message message : sent) {
            send(message);
          }
        });

    assertThat(sent[0].isFlagSet(DirectBundler.ANSWER)).isFalse();
    assertThat(sent[1].isFlagSet(DirectBundler.ANSWER)).isTrue();
    assertThat(sent[2].isFlagSet(DirectBundler.ANSWER)).isFalse();
  }

  @Test
  void shouldLeaveAnswersToLesserMembersToTheirThreadsWhenSocketsHaveSmallBuffers()
      throws Exception {
    channel.close();
    connect(Unread.MOST_BYTES);
    send(message(LESSER, FlagService.BEST_EFFORT));
    assertThat(writer(LESSER)).isSameAs(Thread.currentThread());
    ((DirectBundler) transport.getBundler()).known(LESSER).wasAnswered();

    ListenerThreads.run(() -> send(message(LESSER, FlagService.BEST_EFFORT)));
    assertThat(writer(LESSER).getName()).startsWith("pd-bundler");
  }
}
