package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Decoders of frames answer any bytes with a value or with a {@link MalformedFrameException}. What
 * a key guards is in {@link SealedFuzzTest}, states are in {@link MapStateFuzzTest} and {@link
 * StateMessagesFuzzTest}, addresses in {@link AddressFuzzTest}.
 */
class DecodersFuzzTest {
  private static final SocketAddress A = InetSocketAddress.createUnresolved("a", 1);
  private static final int TRIES = 5000;

  private interface Decoder {
    void decode(ByteBuffer bytes) throws MalformedFrameException;
  }

  private static void check(Decoder decoder, byte[] bytes) {
    try {
      decoder.decode(ByteBuffer.wrap(bytes).asReadOnlyBuffer());
    } catch (MalformedFrameException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }

  /** Any bytes; often small numbers, which get further than others. */
  @Provide
  Arbitrary<byte[]> bytes() {
    Arbitrary<Byte> likely =
        Arbitraries.oneOf(
            Arbitraries.bytes(),
            Arbitraries.bytes().between((byte) 0, (byte) 12),
            Arbitraries.of((byte) 0xff, (byte) 0x80, (byte) Envelope.MAGIC));
    return likely.array(byte[].class).ofMaxSize(80);
  }

  /** A frame of ours, cut and with a byte changed. */
  @Provide
  Arbitrary<byte[]> damaged() {
    Arbitrary<byte[]> frames = Arbitraries.of(frames());
    return Combinators.combine(
            frames,
            Arbitraries.doubles().between(0, 1),
            Arbitraries.doubles().between(0, 1),
            Arbitraries.bytes())
        .as(DecodersFuzzTest::damage);
  }

  private static byte[][] frames() {
    byte[] body = new byte[2000];
    byte[] packed = new CompressDataSession(null, null, new DeflateCompression(), 1).encode(body);
    byte[] lz4 = new CompressDataSession(null, null, new Lz4Compression(), 1).encode(body);
    MethodCall call =
        new MethodCall(
            "take", new Object[] {"cups", 3}, new Class<?>[] {String.class, Integer.class});
    return new byte[][] {
      packed,
      lz4,
      Calls.write(call, null),
      Calls.write(new MethodCall((short) 3, 1L, null, new byte[] {1}), null),
      Fragment.part(5, 1, 3, body, 800),
      Bundle.of(body),
      Frames.encode(Header.of(Header.ERROR, 0, 77), 9, Order.FIFO, error()),
      Frames.encode(Header.of(Header.REPLY, 2, 77), 9, Order.FIFO, body),
      StateMessage.resume(1, 2, 3),
      new MapWrite(MapWrite.Operation.PUT, java.util.List.of(new byte[3], new byte[9])).encode(),
    };
  }

  private static byte[] error() {
    return Replies.error(new IllegalStateException("no"));
  }

  private static byte[] damage(byte[] frame, double cut, double at, byte value) {
    int length = (int) Math.round(frame.length * Math.max(cut, 0.1));
    byte[] damaged = java.util.Arrays.copyOf(frame, length);
    if (length > 0) {
      damaged[(int) ((length - 1) * at)] = value;
    }
    return damaged;
  }

  private static void readFrame(ByteBuffer bytes) throws MalformedFrameException {
    byte[] array = new byte[bytes.remaining()];
    bytes.get(array);
    G2CLMessage message = Frame.decode(array, 0, array.length, A);
    if (message.header().correlated()) {
      Replies.read(message, null);
    }
  }

  private static void readAll(byte[] bytes) {
    Assembly assembly = new Assembly(new DroppedFrames());
    check(DecodersFuzzTest::readFrame, bytes);
    check(buffer -> Calls.read(buffer, null), bytes);
    check(Bundle::read, bytes);
    check(Envelope::read, bytes);
    check(StateMessage::check, bytes);
    check(MapWrite::decode, bytes);
    check(CompressDataSession::decode, bytes);
    check(
        buffer -> {
          Fragment fragment = Fragment.read(buffer);
          if (!fragment.isWhole()) {
            assembly.add(A, fragment);
          }
        },
        bytes);
    for (int tag = -1; tag < 13; tag++) {
      int kind = tag;
      check(buffer -> Values.read(kind, buffer), bytes);
    }
  }

  @Property(tries = TRIES)
  void shouldNeverFailOtherwiseOnAnyBytes(@ForAll("bytes") byte[] bytes) {
    readAll(bytes);
  }

  @Property(tries = TRIES)
  void shouldNeverFailOtherwiseOnDamagedFrames(@ForAll("damaged") byte[] bytes) {
    readAll(bytes);
  }
}
