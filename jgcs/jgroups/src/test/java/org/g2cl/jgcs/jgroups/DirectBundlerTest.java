package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import net.sf.jgcs.jgroups.JGroupsService;
import net.sf.jgcs.spi.ListenerThreads;
import net.sf.jgcs.spi.jgroups.FlagService;
import org.g2cl.jgcs.tck.FreePorts;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Message.Flag;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.protocols.TpHeader;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectBundlerTest {
  private static final Address LESSER = new UUID(1, 0);
  private static final Address GREATER = new UUID(3, 0);
  private static final FlagService BUNDLED =
      new JGroupsService(Flag.OOB, Flag.NO_RELIABILITY, Flag.NO_TOTAL_ORDER);

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
          text.replaceFirst("join_timeout=\"2s\"", "join_timeout=\"50ms\"")
              .replaceFirst("recv_buf_size=\"0\"", "recv_buf_size=\"" + receiveBuffer + "\"")
              .replaceFirst(
                  "<org.g2cl.jgcs.jgroups.ReconnectingTcp ",
                  "<org.g2cl.jgcs.jgroups.WritersTcp bind_addr=\"127.0.0.1\" bind_port=\"%d\" "
                      .formatted(FreePorts.next()));
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
    while (next != null && !to.equals(next.to())) {
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
    askAndAnswer();
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
    known(LESSER).reads(5);
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

    assertThat(sent[0].isFlagSet(OwnFlags.ANSWER)).isFalse();
    assertThat(sent[1].isFlagSet(OwnFlags.ANSWER)).isTrue();
    assertThat(OwnFlags.mark(sent[1])).isEqualTo(5);
    assertThat(sent[2].isFlagSet(OwnFlags.ANSWER)).isFalse();
  }

  @Test
  void shouldMarkAnAnswerThatIsBundledAndCountNoRequestThatIs() {
    send(message(LESSER, FlagService.BEST_EFFORT));
    known(LESSER).reads(5);
    Message answer = message(LESSER, BUNDLED);
    Message request = message(LESSER, BUNDLED);
    ListenerThreads.run(
        () -> {
          send(answer);
          send(request);
        });

    assertThat(answer.isFlagSet(OwnFlags.ANSWER)).isTrue();
    assertThat(OwnFlags.mark(answer)).isEqualTo(5);
    assertThat(request.isFlagSet(OwnFlags.ANSWER)).isFalse();
    assertThat(OwnFlags.mark(request)).isZero();
  }

  @Test
  void shouldAnswerWithTheMarkOfTheRequest() {
    send(message(LESSER, FlagService.BEST_EFFORT));
    Message answer = message(LESSER, FlagService.BEST_EFFORT);
    channel.setReceiver(
        new Receiver() {
          @Override
          public void receive(Message request) {
            ListenerThreads.run(() -> send(answer));
          }
        });
    Message request = fromLesser();
    OwnFlags.setRequest(request, 5);

    transport.msgProcessingPolicy().process(request, true);

    assertThat(answer.isFlagSet(OwnFlags.ANSWER)).isTrue();
    assertThat(OwnFlags.mark(answer)).isEqualTo(5);
  }

  @Test
  void shouldCountAnAnswerOfTheNetworkForTheRequestsWithItsMark() throws Exception {
    Message request = message(LESSER, FlagService.BEST_EFFORT);
    send(request);
    assertThat(writer(LESSER)).isSameAs(Thread.currentThread());
    Message answer = fromLesser();
    OwnFlags.setAnswer(answer, 0);
    transport.msgProcessingPolicy().process(answer, true);
    ListenerThreads.run(() -> send(message(LESSER, FlagService.BEST_EFFORT)));
    assertThat(writer(LESSER).getName()).as("of a release before").startsWith("pd-bundler");

    OwnFlags.setAnswer(answer, OwnFlags.mark(request));
    transport.msgProcessingPolicy().process(answer, true);
    ListenerThreads.run(() -> send(message(LESSER, FlagService.BEST_EFFORT)));
    assertThat(writer(LESSER)).isSameAs(Thread.currentThread());
  }

  private Message fromLesser() {
    Message message = message(channel.getAddress(), FlagService.BEST_EFFORT);
    return message.setSrc(LESSER).putHeader(transport.getId(), new TpHeader("g"));
  }

  @Test
  void shouldForgetWhoLeft() {
    send(message(LESSER, FlagService.BEST_EFFORT));
    send(message(GREATER, FlagService.BEST_EFFORT));
    Unread stays = known(GREATER);

    Address own = channel.getAddress();
    transport.down(new Event(Event.VIEW_CHANGE, View.create(own, 7, own, GREATER)));

    assertThat(known(LESSER)).isNull();
    assertThat(known(GREATER)).isSameAs(stays);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldLeaveToTheMembersThreadWhatAListenerSendsUntilAConnectionThatIsGoneIsBack(
      boolean greater) throws Exception {
    askAndAnswer();
    Address to = greater ? GREATER : LESSER;
    transport.gone.add(to);
    Message first = message(to, FlagService.BEST_EFFORT);
    assertThatThrownBy(() -> ListenerThreads.run(() -> send(first)))
        .hasCauseInstanceOf(ConnectException.class);
    assertThat(writer(to)).isSameAs(Thread.currentThread());

    ListenerThreads.run(() -> send(message(to, FlagService.BEST_EFFORT)));
    assertThat(writer(to).getName()).startsWith("pd-bundler");
    ListenerThreads.run(() -> send(message(to, FlagService.BEST_EFFORT)));
    assertThat(writer(to).getName()).startsWith("pd-bundler");

    transport.gone.clear();
    ListenerThreads.run(() -> send(message(to, FlagService.BEST_EFFORT)));
    assertThat(writer(to).getName()).startsWith("pd-bundler");
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(known(to).isBroken()).isFalse());
    ListenerThreads.run(() -> send(message(to, FlagService.BEST_EFFORT)));
    assertThat(writer(to)).isSameAs(Thread.currentThread());
  }

  @Test
  void shouldStartNoThreadForWhatIsSentOnceItIsStopped() throws Exception {
    DirectBundler bundler = (DirectBundler) transport.getBundler();
    send(message(GREATER, BUNDLED));
    assertThat(writer(GREATER).getName()).startsWith("pd-bundler");
    channel.close();

    send(message(GREATER, BUNDLED));
    send(message(LESSER, BUNDLED));

    assertThat(bundler.active()).isEmpty();
  }

  private Unread known(Address member) {
    return ((DirectBundler) transport.getBundler()).known(member);
  }

  private void askAndAnswer() throws Exception {
    Message request = message(LESSER, FlagService.BEST_EFFORT);
    send(request);
    assertThat(writer(LESSER)).isSameAs(Thread.currentThread());
    known(LESSER).wasAnswered(OwnFlags.mark(request));
  }

  @Test
  void shouldLeaveAnswersToLesserMembersToTheirThreadsWhenSocketsHaveSmallBuffers()
      throws Exception {
    channel.close();
    connect(Unread.MOST_BYTES);
    askAndAnswer();

    ListenerThreads.run(() -> send(message(LESSER, FlagService.BEST_EFFORT)));
    assertThat(writer(LESSER).getName()).startsWith("pd-bundler");
  }
}
