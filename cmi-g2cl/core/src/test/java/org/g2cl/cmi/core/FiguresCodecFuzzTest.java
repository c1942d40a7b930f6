package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Figures are read from any bytes, or there are none. */
class FiguresCodecFuzzTest {
  private static final int TRIES = 5_000;
  private static final Instant AT = Instant.ofEpochMilli(1_700_000_000_123L);
  private static final byte[] OURS =
      FiguresCodec.encode(
          new NodeFigures(
              AT,
              "127.0.0.1:4201",
              "n1",
              LifeCycle.READY,
              "view 7",
              List.of("a", "b"),
              "b",
              "",
              Map.of(HaMetric.CALLS, 5L),
              List.of(new HaEvent(AT, HaEvent.Kind.VIEW, "sees 2 members"))));

  /** Any bytes behind a version that is known; often small numbers. */
  @Provide
  Arbitrary<byte[]> bytes() {
    Arbitrary<Byte> likely =
        Arbitraries.oneOf(
            Arbitraries.bytes(), Arbitraries.of((byte) 0, (byte) 1, (byte) 2, (byte) 0xff));
    return likely.array(byte[].class).ofMaxSize(150);
  }

  /** What a member writes, with a few bytes changed. */
  @Provide
  Arbitrary<byte[]> damaged() {
    Arbitrary<Integer> place = Arbitraries.integers().between(0, OURS.length - 1);
    return Combinators.combine(
            place.list().ofMinSize(1).ofMaxSize(4),
            Arbitraries.bytes(),
            Arbitraries.integers().between(OURS.length / 2, OURS.length))
        .as(FiguresCodecFuzzTest::damage);
  }

  private static byte[] damage(List<Integer> places, byte value, int length) {
    byte[] damaged = OURS.clone();
    places.forEach(place -> damaged[place] += value);
    return Arrays.copyOf(damaged, length);
  }

  @Property(tries = TRIES)
  void shouldNeverFailOnAnyBytes(@ForAll("bytes") byte[] bytes) {
    if (bytes.length > 0) {
      bytes[0] = OURS[0];
    }
    assertThat(FiguresCodec.decode(bytes)).isNotNull();
  }

  @Property(tries = TRIES)
  void shouldNeverFailOnDamagedFigures(@ForAll("damaged") byte[] bytes) {
    assertThat(FiguresCodec.decode(bytes)).isNotNull();
  }
}
