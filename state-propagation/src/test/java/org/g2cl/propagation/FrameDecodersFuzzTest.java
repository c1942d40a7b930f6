package org.g2cl.propagation;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Every decoder of what members send answers any bytes with a value or with a {@link
 * MalformedFrameException}.
 */
class FrameDecodersFuzzTest {
  private static final int TRIES = 5_000;
  private static final byte[][] OURS = ours();

  /** Any bytes; often small numbers, which get further than others. */
  @Provide
  Arbitrary<byte[]> bytes() {
    Arbitrary<Byte> likely =
        Arbitraries.oneOf(
            Arbitraries.bytes(),
            Arbitraries.bytes().between((byte) 0, (byte) 17),
            Arbitraries.of((byte) 0, (byte) 1, (byte) 0xff));
    return likely.array(byte[].class).ofMaxSize(120);
  }

  /** What a member writes, cut and with a few bytes changed. */
  @Provide
  Arbitrary<byte[]> damaged() {
    Arbitrary<Double> place = Arbitraries.doubles().between(0, 1);
    return Combinators.combine(
            Arbitraries.of(OURS),
            place,
            place.list().ofMinSize(1).ofMaxSize(4),
            Arbitraries.bytes())
        .as(FrameDecodersFuzzTest::damage);
  }

  private static byte[][] ours() {
    Stream<Frame> frames =
        Stream.concat(
                GoldenFramesTest.framesOfReleases1And2(), GoldenFramesTest.framesOfPrimaryViews())
            .map(Arguments::get)
            .map(parts -> (Frame) parts[0]);
    Snapshot content = new Snapshot("Cart", 1, 2, new Stamp(1, 1), new byte[9], Replies.NONE, null);
    Answer answer =
        new Answer(
            true,
            5,
            Stamp.NONE,
            Stamp.NONE,
            content,
            new Stamp(4, 6),
            List.of(7L),
            List.of(new Loss("n1", 3)));
    Frame.Floor floor =
        new Frame.Floor(new SessionId("cart-1"), 3, new Stamp(3, 4), List.of(17L, -2L));
    Stream<byte[]> others =
        Stream.of(
            AnswerCodec.encode(answer),
            FrameCodec.agreement(Verdict.ACK, List.of(floor)),
            StandingCodec.encode(
                new Standing(
                    9,
                    new Formation(5, List.of(1L), 3, List.of(2L)),
                    new Formation(6, List.of(1L), 3, List.of(2L)),
                    List.of(),
                    List.of(9L),
                    2,
                    3)));
    return Stream.concat(frames.map(FrameCodec::encode), others).toArray(byte[][]::new);
  }

  private static byte[] damage(byte[] whole, double cut, List<Double> places, byte value) {
    int length = (int) Math.ceil(whole.length * Math.min(1, cut + 0.3));
    byte[] damaged = Arrays.copyOf(whole, length);
    for (double place : places) {
      damaged[(int) ((length - 1) * place)] += value;
    }
    return damaged;
  }

  private static void readAll(byte[] bytes) {
    Damage.readOrRefuse(bytes, read -> FrameCodec.decode(ByteBuffer.wrap(read).asReadOnlyBuffer()));
    Damage.readOrRefuse(bytes, FrameCodec::floorsOf);
    Damage.readOrRefuse(bytes, AnswerCodec::decode);
    Damage.readOrRefuse(bytes, StandingCodec::decode);
    Verdict.of(bytes);
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
