package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.ByteRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.sf.jgcs.GroupException;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.CompositeMessage;
import org.jgroups.FragmentedMessage;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.View;
import org.jgroups.logging.LogFactory;
import org.jgroups.protocols.AuthHeader;
import org.jgroups.protocols.DH_KEY_EXCHANGE.DhHeader;
import org.jgroups.protocols.EncryptHeader;
import org.jgroups.protocols.FragHeader;
import org.jgroups.protocols.TpHeader;
import org.jgroups.protocols.UnicastHeader3;
import org.jgroups.protocols.pbcast.GMS.GmsHeader;
import org.jgroups.protocols.pbcast.NakAckHeader2;
import org.jgroups.protocols.relay.RelayHeader;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;

/**
 * Packets of any bytes, of any header and damaged ones: to read one ends soon, with a message or an
 * exception as JGroups catches it, allocates little, and makes no object that the packet names.
 */
class StrangersFuzzTest {
  private static final int TRIES = 1_000;

  /** Version and flags, which JGroups reads. */
  private static final int HEAD = 3;

  /** Some lists of what JGroups itself has lists of, each of 32,767 at most. */
  private static final long MOST_ALLOCATED = 4 << 20;

  private static final Duration LONGEST = Duration.ofSeconds(5);

  private interface Decoder {
    void decode() throws IOException, ClassNotFoundException;
  }

  @BeforeContainer
  static void install() throws GroupException {
    QuietLog.install();
    CheckedMessages.install();
    CheckedHeaders.install();
    Trap.SPRUNG.set(0);
  }

  /** Any bytes; often small numbers, which get further than others, and the ends of ranges. */
  @Provide
  Arbitrary<byte[]> bytes() {
    return Arbitraries.oneOf(
            Arbitraries.bytes(),
            Arbitraries.bytes().between((byte) 0, (byte) 12),
            Arbitraries.of((byte) 0xff, (byte) 0x80, (byte) 0x7f, (byte) 0, (byte) 1))
        .array(byte[].class)
        .ofMinSize(1)
        .ofMaxSize(120);
  }

  /** A real packet, cut and with a byte changed. */
  @Provide
  Arbitrary<byte[]> damaged() throws IOException {
    return Combinators.combine(
            Arbitraries.of(packets()),
            Arbitraries.doubles().between(0, 1),
            Arbitraries.doubles().between(0, 1),
            Arbitraries.bytes())
        .as(StrangersFuzzTest::damage);
  }

  private static List<byte[]> packets() throws IOException {
    List<byte[]> packets = new ArrayList<>();
    for (byte[] strange : StrangePackets.all().values()) {
      packets.add(Arrays.copyOfRange(strange, HEAD, strange.length));
    }
    Address member = UUID.randomUUID();
    View view = View.create(member, 7, member, UUID.randomUUID());
    Message join =
        new BytesMessage(member, new byte[40])
            .putHeader((short) 1, new GmsHeader(GmsHeader.JOIN_REQ, member))
            .putHeader((short) 2, UnicastHeader3.createDataHeader(7, (short) 1, true));
    Message sent =
        new BytesMessage(null, new byte[100])
            .putHeader((short) 1, NakAckHeader2.createMessageHeader(5))
            .putHeader((short) 2, new FragHeader(1, 0, 3))
            .putHeader((short) 3, new TpHeader("shop"));
    Message part = new FragmentedMessage(new BytesMessage(member, new byte[200]), 10, 50);
    for (Message message :
        List.of(
            join,
            sent,
            part,
            new ObjectMessage(null, view),
            new CompositeMessage(null, new BytesMessage(null, new byte[9])))) {
      message.setSrc(member);
      packets.add(written(message));
      packets.add(bundle(member, message));
    }
    return packets;
  }

  private static byte[] written(Message message) throws IOException {
    ByteArrayDataOutputStream out = new ByteArrayDataOutputStream();
    Util.writeMessage(message, out, true);
    return Arrays.copyOfRange(out.buffer(), HEAD, out.position());
  }

  private static byte[] bundle(Address sender, Message message) throws IOException {
    ByteArrayDataOutputStream out = new ByteArrayDataOutputStream();
    Util.writeMessageList(null, sender, new byte[] {'g'}, List.of(message, message), out, true);
    return Arrays.copyOfRange(out.buffer(), HEAD, out.position());
  }

  private static byte[] damage(byte[] packet, double cut, double at, byte value) {
    byte[] damaged = Arrays.copyOf(packet, (int) Math.round(packet.length * Math.max(cut, 0.1)));
    damaged[(int) ((damaged.length - 1) * at)] = value;
    return damaged;
  }

  @Property(tries = TRIES)
  void shouldReadOrRefuseAnyBytes(@ForAll("bytes") byte[] bytes) {
    readAll(bytes);
  }

  @Property(tries = TRIES)
  void shouldReadOrRefuseADamagedPacket(@ForAll("damaged") byte[] bytes) {
    readAll(bytes);
  }

  @Property(tries = TRIES)
  void shouldReadOrRefuseAnyContentOfAMessage(
      @ForAll @ByteRange(max = 10) byte type, @ForAll("bytes") byte[] content) {
    ByteArrayDataOutputStream out = new ByteArrayDataOutputStream();
    out.writeShort(type);
    out.write(new byte[5]); // no addresses, flags and headers
    readAll(behind(out, content));
  }

  @Property(tries = 2 * TRIES)
  void shouldReadOrRefuseAnyContentOfAHeader(
      @ForAll("headers") short number, @ForAll("bytes") byte[] content) {
    ByteArrayDataOutputStream out = new ByteArrayDataOutputStream();
    out.writeShort(Message.EMPTY_MSG);
    out.write(new byte[3]);
    out.writeShort(1);
    out.writeShort(1);
    out.writeShort(number);
    readAll(behind(out, content));
  }

  /** Numbers of all headers, and more often of those that are not read as JGroups does. */
  @Provide
  Arbitrary<Short> headers() {
    return Arbitraries.oneOf(
        Arbitraries.shorts().between((short) 1, (short) 130),
        Arbitraries.of(
            new AuthHeader().getMagicId(),
            new EncryptHeader().getMagicId(),
            new DhHeader().getMagicId(),
            new RelayHeader().getMagicId(),
            new FragHeader().getMagicId()));
  }

  private static byte[] behind(ByteArrayDataOutputStream out, byte[] content) {
    out.write(content, 0, content.length);
    return Arrays.copyOf(out.buffer(), out.position());
  }

  @Property(tries = TRIES)
  void shouldReadOrRefuseAPacketOfAnyLength(
      @ForAll @IntRange(min = -1, max = 200) int length, @ForAll("bytes") byte[] bytes) {
    Packets packets = new Packets();
    check(
        () -> {
          byte[] read = packets.read(connection(bytes), length);
          assertThat(Arrays.equals(read, 0, length, bytes, 0, length)).isTrue();
        });
  }

  @Property(tries = TRIES)
  void shouldHoldNoMoreOfALongPacketThanHasCome(
      @ForAll @IntRange(min = 200) int length, @ForAll("bytes") byte[] bytes) {
    Packets packets = new Packets();
    check(() -> packets.read(connection(bytes), length));
  }

  private static DataInput connection(byte[] bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }

  private static void readAll(byte[] bytes) {
    check(() -> readContent(Util.readMessage(new ByteArrayDataInputStream(bytes))));
    check(
        () -> {
          DataInput in = new ByteArrayDataInputStream(bytes);
          if (Packets.isBundle(in, LogFactory.getLog(StrangersFuzzTest.class))) {
            Util.readMessageBatch(in, true);
          }
        });
    assertThat(Trap.SPRUNG).as("objects made of what a packet names").hasValue(0);
  }

  private static void readContent(Message message) {
    if (message.hasPayload()) {
      message.getPayload();
    }
  }

  /** A second time for what allocates much once, as the loading of a class does. */
  private static void check(Decoder decoder) {
    long begin = System.nanoTime();
    if (allocatedBy(decoder) >= MOST_ALLOCATED) {
      assertThat(allocatedBy(decoder)).as("allocated").isLessThan(MOST_ALLOCATED);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LONGEST);
  }

  private static long allocatedBy(Decoder decoder) {
    long before = allocated();
    try {
      decoder.decode();
    } catch (IOException | ClassNotFoundException | RuntimeException refused) {
      // JGroups catches these, and the log tells of them
    }
    return allocated() - before;
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }
}
