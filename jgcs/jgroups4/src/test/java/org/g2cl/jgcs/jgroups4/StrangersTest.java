package org.g2cl.jgcs.jgroups4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.jgroups.StackSettings;
import org.g2cl.jgcs.tck.FreePorts;
import org.jgroups.Address;
import org.jgroups.AnycastAddress;
import org.jgroups.Header;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.Version;
import org.jgroups.auth.FixedMembershipToken;
import org.jgroups.protocols.AUTH;
import org.jgroups.protocols.AuthHeader;
import org.jgroups.protocols.DH_KEY_EXCHANGE.DhHeader;
import org.jgroups.protocols.EncryptHeader;
import org.jgroups.protocols.FragHeader;
import org.jgroups.protocols.SaslHeader;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.TpHeader;
import org.jgroups.protocols.UnicastHeader3;
import org.jgroups.protocols.pbcast.NakAckHeader2;
import org.jgroups.protocols.relay.RELAY2.Relay2Header;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jgroups.stack.ProtocolStack;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;
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
  private static final int PATIENCE_MILLIS = 10_000;
  private static final long LITTLE = 1 << 20;

  @TempDir Path folder;

  private final List<JChannel> channels = new CopyOnWriteArrayList<>();
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private int port;

  @BeforeEach
  void forget() {
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
        StackSettings.of("jgroups4", settings),
        "g",
        new Heard(heard),
        (channel, chosen) -> made[0] = channel);
    channels.add(made[0]);
    return made[0];
  }

  private record Heard(List<String> texts) implements Receiver {
    @Override
    public void receive(Message message) {
      texts.add(
          new String(
              message.getRawBuffer(),
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
    Path file = folder.resolve("own.xml");
    try (InputStream shipped = Stack.class.getResourceAsStream("tcp.xml")) {
      String text = new String(shipped.readAllBytes(), StandardCharsets.UTF_8);
      Files.writeString(
          file,
          text.replace("<org.g2cl.jgcs.jgroups4.ReconnectingTcp", "<" + transport)
              .replace("org.g2cl.jgcs.jgroups4.ReconnectingFdAll3", "FD_ALL3")
              .replace("<pbcast.GMS", "<pbcast.STATE_TRANSFER/><pbcast.GMS"));
    }
    return file.toString();
  }

  private void assertTalk() throws Exception {
    heard.clear();
    channels.get(1).send(new Message(null, "still here".getBytes(StandardCharsets.UTF_8)));
    await().until(() -> heard.equals(List.of("still here", "still here")));
  }

  /** Sends to the first member and waits until it has read all of it, or hung up. */
  private void send(byte[] packet) throws IOException {
    try (Socket socket = connected()) {
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(packet.length);
      out.write(packet);
      socket.shutdownOutput();
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
    for (int length : new int[] {1 << 30, (1 << 20) + 1}) {
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
    if (transport instanceof TCP tcp) {
      try {
        tcp.receive(stranger, new DataInputStream(new ByteArrayInputStream(packet)));
      } catch (EOFException e) {
        assertThat(e).isExactlyInstanceOf(EOFException.class); // ends the connection
      }
    } else {
      transport.receive(stranger, packet, 0, packet.length);
    }
  }

  /** What is announced here is not in what is read, but would be made room for above. */
  @Test
  void shouldRefuseWhatAProtocolWouldMakeRoomFor() throws Exception {
    joined("tcp", 0, "");
    Header again = UnicastHeader3.createXmitReqHeader();
    Header againForAll = NakAckHeader2.createXmitRequestHeader(UUID.randomUUID());
    for (Header request : List.of(again, againForAll)) {
      assertRefused(new Message(null, seqnos(1 << 30)).putHeader((short) 1, request));
      assertRefused(new Message(null, seqnos(-1)).putHeader((short) 1, request));
    }
    assertRefused(new Message().putHeader((short) 1, new FragHeader(1, 0, 1 << 30)));
    assertRefused(new Message().putHeader((short) 1, new Relay2Header()).dest(many()));
  }

  private static AnycastAddress many() {
    return new AnycastAddress(UUID.randomUUID(), UUID.randomUUID());
  }

  private static void assertRefused(Message message) {
    assertThatThrownBy(() -> read(message)).isInstanceOf(RefusedPacket.class);
  }

  private static Message read(Message message) throws Exception {
    return Packets.message(payloadOf(message), 1 << 20);
  }

  private static byte[] seqnos(int announced) {
    return ByteBuffer.allocate(64).put((byte) 1).putInt(announced).array();
  }

  @Test
  void shouldReadWhatProtocolsSend() throws Exception {
    joined("tcp", 0, "");
    SeqnoList list = new SeqnoList(1_000, 7).add(8).add(1_000);
    Message request =
        new Message(UUID.randomUUID(), Util.streamableToBuffer(list))
            .putHeader((short) 1, UnicastHeader3.createXmitReqHeader());
    Message read = read(request);
    SeqnoList found =
        Util.streamableFromBuffer(SeqnoList::new, read.getRawBuffer(), 0, read.getLength());
    assertThat(found).containsExactly(8L, 1_000L);
    Message encrypted =
        new Message(null, seqnos(1 << 30))
            .putHeader((short) 1, UnicastHeader3.createXmitReqHeader())
            .putHeader((short) 2, new EncryptHeader((byte) 1, new byte[] {1}));
    assertThat(read(encrypted).getLength()).isEqualTo(64);
    Message sites = new Message().putHeader((short) 1, new Relay2Header().setSites("LON", "SFO"));
    Relay2Header ofSites = read(sites).getHeader((short) 1);
    assertThat(ofSites.getSites()).containsExactly("LON", "SFO");
    Message key =
        new Message()
            .putHeader((short) 1, DhHeader.createSecretKeyResponse(bytes(5), bytes(6), bytes(7)));
    DhHeader ofKey = read(key).getHeader((short) 1);
    assertThat(ofKey.dhKey()).isEqualTo(bytes(5));
    assertThat(ofKey.encryptedSecret()).isEqualTo(bytes(6));
    assertThat(ofKey.version()).isEqualTo(bytes(7));
    Message challenge =
        new Message().putHeader((short) 1, new SaslHeader(SaslHeader.Type.RESPONSE, bytes(9)));
    SaslHeader ofChallenge = read(challenge).getHeader((short) 1);
    assertThat(ofChallenge.getType()).isEqualTo(SaslHeader.Type.RESPONSE);
    assertThat(ofChallenge.getPayload()).isEqualTo(bytes(9));
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) length);
    return bytes;
  }

  @Test
  void shouldGoOnReadingAConnectionWhenAProtocolFails() throws Exception {
    JChannel member = pair("tcp");
    Protocol failing = new Failing();
    member.getProtocolStack().insertProtocolAtTop(failing);
    CheckedTcp transport = (CheckedTcp) member.getProtocolStack().getTransport();
    Message direct =
        new Message(member.getAddress(), bytes(1))
            .setFlag(Message.Flag.OOB, Message.Flag.NO_RELIABILITY)
            .putHeader(transport.getId(), new TpHeader("g"));
    ByteArrayDataOutputStream out = new ByteArrayDataOutputStream();
    Util.writeMessage(direct, out, false);
    transport.receive(
        new IpAddress("127.0.0.1", 1),
        new ByteArrayDataInputStream(out.buffer(), 0, out.position()));
    assertThat(Failing.FAILED).hasValue(1);
  }

  /** Fails on what is handed up in the thread that reads. */
  private static final class Failing extends Protocol {
    private static final AtomicInteger FAILED = new AtomicInteger();

    @Override
    public Object up(Message message) {
      FAILED.incrementAndGet();
      throw new IllegalStateException("a bug of a protocol");
    }
  }

  private static ByteArrayDataInputStream payloadOf(Message message) throws Exception {
    ByteArrayDataOutputStream out = new ByteArrayDataOutputStream();
    message.writeTo(out);
    return new ByteArrayDataInputStream(out.buffer(), 0, out.position());
  }

  @Test
  void shouldReadTheTokenOfAnAuthInTheStackAlone() throws Exception {
    joined("tcp", 0, "");
    Message sent = new Message().putHeader((short) 1, new AuthHeader(new Own()));
    Message refused = new Message();
    assertThatThrownBy(() -> refused.readFrom(payloadOf(sent))).isInstanceOf(RefusedPacket.class);
    ProtocolStack stack = new ProtocolStack();
    stack.addProtocol(new AUTH().setAuthToken(new Own()));
    CheckedHeaders.allowFor(stack);
    Message read = new Message();
    read.readFrom(payloadOf(sent));
    AuthHeader header = read.getHeader((short) 1);
    assertThat(header.getToken()).isInstanceOf(Own.class);
  }

  /** A token that no other test allows. */
  public static final class Own extends FixedMembershipToken {
    /** For JGroups. */
    public Own() {}
  }
}
