package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.jgroups.StackSettings;
import org.g2cl.jgcs.tck.FreePorts;
import org.jgroups.Address;
import org.jgroups.BatchMessage;
import org.jgroups.BytesMessage;
import org.jgroups.CompositeMessage;
import org.jgroups.EmptyMessage;
import org.jgroups.JChannel;
import org.jgroups.MergeView;
import org.jgroups.Message;
import org.jgroups.MessageFactory;
import org.jgroups.ObjectMessage;
import org.jgroups.Receiver;
import org.jgroups.Version;
import org.jgroups.View;
import org.jgroups.auth.FixedMembershipToken;
import org.jgroups.protocols.AUTH;
import org.jgroups.protocols.AuthHeader;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.relay.SiteMaster;
import org.jgroups.protocols.relay.SiteUUID;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.ProtocolStack;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.Digest;
import org.jgroups.util.ExtendedUUID;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.SizeStreamable;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members that get packets of somebody who knows their port. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StrangersTest {
  private static final byte[] COOKIE = "bela".getBytes(StandardCharsets.US_ASCII);
  private static final int FAREWELL = -1;
  private static final int PATIENCE_MILLIS = 10_000;
  private static final long LITTLE = 1 << 20;

  @TempDir Path folder;

  private final List<JChannel> channels = new CopyOnWriteArrayList<>();
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private int port;

  @BeforeEach
  void forget() {
    QuietLog.install();
    Trap.SPRUNG.set(0);
  }

  @AfterEach
  void close() {
    channels.forEach(JChannel::close);
  }

  private JChannel joined(String stack, int port, String peers) throws Exception {
    Map<String, String> settings =
        Map.of(
            ProtocolProvider.STACK, stack,
            ProtocolProvider.BIND_PORT, Integer.toString(port),
            ProtocolProvider.PEERS, peers);
    JChannel[] made = new JChannel[1];
    Channels.connect(
        StackSettings.of("jgroups", settings),
        "g",
        new Heard(heard),
        ConnectionGuard.none(),
        (channel, chosen) -> made[0] = channel);
    channels.add(made[0]);
    return made[0];
  }

  private record Heard(List<String> texts) implements Receiver {
    @Override
    public void receive(Message message) {
      texts.add(
          new String(
              message.getArray(),
              message.getOffset(),
              message.getLength(),
              StandardCharsets.UTF_8));
    }
  }

  private JChannel pair(String stack) throws Exception {
    port = FreePorts.next();
    JChannel first = joined(stack, port, "127.0.0.1:" + port);
    joined(stack, 0, "127.0.0.1:" + port);
    await().until(() -> first.getView().size() == 2);
    return first;
  }

  private String ownStack(String transport) throws IOException {
    return ownStack(transport, "<pbcast.STATE_TRANSFER/>");
  }

  private String ownStack(String transport, String belowGms) throws IOException {
    Path file = folder.resolve("own.xml");
    try (InputStream shipped = Stack.class.getResourceAsStream("tcp.xml")) {
      String text = new String(shipped.readAllBytes(), StandardCharsets.UTF_8);
      Files.writeString(
          file,
          text.replace("<org.g2cl.jgcs.jgroups.ReconnectingTcp", "<" + transport)
              .replace("org.g2cl.jgcs.jgroups.ReconnectingFdAll3", "FD_ALL3")
              .replace("org.g2cl.jgcs.jgroups.WatchfulFdSock2", "FD_SOCK2")
              .replace("<pbcast.GMS", belowGms + "<pbcast.GMS"));
    }
    return file.toString();
  }

  private void assertTalk() throws Exception {
    heard.clear();
    channels.get(1).send(new BytesMessage(null, "still here".getBytes(StandardCharsets.UTF_8)));
    await().until(() -> heard.equals(List.of("still here", "still here")));
  }

  /** Sends to the first member and waits until it has read all of it, or hung up. */
  private void send(byte[] packet) throws IOException {
    try (Socket socket = connected()) {
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(packet.length);
      out.write(packet);
      out.writeInt(FAREWELL);
      socket.getInputStream().readAllBytes();
    } catch (SocketException e) {
      assertThat(e).hasMessageMatching("Connection reset.*|Broken pipe.*");
    }
  }

  /** A connection to the first member, as JGroups opens one. */
  private Socket connected() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    ByteArrayDataOutputStream greeting = new ByteArrayDataOutputStream();
    greeting.write(COOKIE);
    greeting.writeShort(Version.version);
    IpAddress claimed = new IpAddress("127.0.0.1", socket.getLocalPort());
    greeting.writeShort(claimed.serializedSize());
    claimed.writeTo(greeting);
    socket.getOutputStream().write(greeting.buffer(), 0, greeting.position());
    return socket;
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "TCP", "TCP_NIO2"})
  void shouldMakeNoObjectThatAPacketNamesAndGoOn(String stack) throws Exception {
    pair(stack.equals("tcp") ? stack : ownStack(stack));
    for (byte[] packet : StrangePackets.all().values()) {
      send(packet);
    }
    assertThat(Trap.SPRUNG).hasValue(0);
    assertTalk();
  }

  @Test
  void shouldHangUpOnWhoAnnouncesALongPacketAndGoOn() throws Exception {
    pair("tcp");
    for (int length : new int[] {1 << 30, Packets.LEAST_MOST + 1, -2}) {
      assertThat(hangsUpOn(length)).as("%d", length).isTrue();
    }
    assertTalk();
  }

  /** The stranger says nothing more, so only the member ends it. */
  private boolean hangsUpOn(int length) throws IOException {
    try (Socket socket = connected()) {
      new DataOutputStream(socket.getOutputStream()).writeInt(length);
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getInputStream().readAllBytes();
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "udp", "TCP", "TCP_NIO2"})
  void shouldAllocateLittleForWhatAPacketAnnounces(String stack) throws Exception {
    boolean shipped = List.of("tcp", "udp").contains(stack);
    JChannel member = joined(shipped ? stack : ownStack(stack), FreePorts.next(), "127.0.0.1:1");
    TP transport = member.getProtocolStack().getTransport();
    for (Map.Entry<String, byte[]> packet : StrangePackets.all().entrySet()) {
      byte[] bytes = packet.getValue();
      long before = allocated();
      receive(transport, bytes);
      assertThat(allocated() - before).as(packet.getKey()).isLessThan(LITTLE);
      assertThat(Trap.SPRUNG).as(packet.getKey()).hasValue(0);
    }
  }

  private static void receive(TP transport, byte[] packet) throws Exception {
    Address stranger = new IpAddress("127.0.0.1", 1);
    if (transport instanceof CheckedUdp) {
      transport.receive(stranger, packet, 0, packet.length);
    } else {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(packet));
      transport.receive(stranger, in, packet.length);
    }
  }

  @Test
  void shouldReadNoObjectWhereAProtocolAsksForIt() throws Exception {
    JChannel member = pair("tcp");
    byte[] request = StrangePackets.request(member.getAddress(), "g");
    send(request);
    assertTalk();
    Message message = MessageFactory.create(Message.BYTES_MSG);
    message.readFrom(payloadOf(new BytesMessage(null, (Object) new Trap())));
    assertThat(message.isFlagSet(Message.Flag.SERIALIZED)).isTrue();
    assertThatThrownBy(message::getObject).isInstanceOf(RefusedPacket.class);
    assertThatThrownBy(message.copy(true, true)::getObject).isInstanceOf(RefusedPacket.class);
    assertThat(Trap.SPRUNG).hasValue(0);
  }

  @Test
  void shouldReadTheObjectsThatProtocolsSend() throws Exception {
    joined("tcp", 0, "");
    Address a = UUID.randomUUID();
    View view = View.create(a, 3, a, UUID.randomUUID());
    Digest digest = new Digest(a, 5, 6);
    for (SizeStreamable sent :
        List.of(
            view,
            new MergeView(view.getViewId(), view.getMembers(), List.of(view)),
            digest,
            new SeqnoList(1_000, 7).add(8).add(1_000),
            (UUID) a,
            new ExtendedUUID(1, 2).put("more", new byte[] {1}),
            new SiteUUID(UUID.randomUUID(), "m", "LON"),
            new SiteMaster("LON"))) {
      Message read = MessageFactory.create(Message.OBJ_MSG);
      read.readFrom(payloadOf(new ObjectMessage(null, sent)));
      Object object = read.getObject();
      assertThat(object.getClass()).isEqualTo(sent.getClass());
      assertThat(object.toString()).isEqualTo(sent.toString());
    }
  }

  @Test
  void shouldReadListsInABatchAndNoListOrBatchInItself() throws Exception {
    joined("tcp", 0, "");
    Message list = new CompositeMessage(null, new BytesMessage(null, new byte[] {7}));
    BatchMessage read = MessageFactory.create(Message.EARLYBATCH_MSG);
    read.readFrom(payloadOf(batch(list)));
    Message inner = ((CompositeMessage) read.getMessages()[0]).get(0);
    assertThat(inner.getArray()).containsExactly(7);
    for (Message nested :
        List.of(batch(batch(list)), new CompositeMessage(null, list), batchInList())) {
      Message refused = MessageFactory.create(nested.getType());
      assertThatThrownBy(() -> refused.readFrom(payloadOf(nested)))
          .isInstanceOf(RefusedPacket.class);
    }
  }

  private static BatchMessage batch(Message message) {
    return new BatchMessage(null, UUID.randomUUID(), new Message[] {message}, 1);
  }

  private static Message batchInList() {
    return new CompositeMessage(null, batch(new EmptyMessage()));
  }

  private static ByteArrayDataInputStream payloadOf(Message message) throws IOException {
    ByteArrayDataOutputStream out = new ByteArrayDataOutputStream();
    message.writeTo(out);
    return new ByteArrayDataInputStream(out.buffer(), 0, out.position());
  }

  @Test
  void shouldReadTheTokenOfAnAuthInTheStackAlone() throws Exception {
    joined("tcp", 0, "");
    Message sent = new EmptyMessage().putHeader((short) 1, new AuthHeader(new Own()));
    Message refused = new EmptyMessage();
    assertThatThrownBy(() -> refused.readFrom(payloadOf(sent))).isInstanceOf(RefusedPacket.class);
    ProtocolStack stack = new ProtocolStack();
    stack.addProtocol(new AUTH().setAuthToken(new Own()));
    CheckedHeaders.allowFor(stack);
    Message read = new EmptyMessage();
    read.readFrom(payloadOf(sent));
    AuthHeader header = read.getHeader((short) 1);
    assertThat(header.getToken()).isInstanceOf(Own.class);
  }

  @Test
  void shouldFormAGroupOnAStackWithAuth() throws Exception {
    pair(
        ownStack(
            "TCP",
            "<AUTH auth_class=\"org.jgroups.auth.FixedMembershipToken\" auth_token.fixed_members_value=\"127.0.0.1\"/>"));
    assertTalk();
  }

  /** A token that no other test allows. */
  public static final class Own extends FixedMembershipToken {
    /** For JGroups. */
    public Own() {}
  }
}
