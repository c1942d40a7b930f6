package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;

/** States of a replicated map of any bytes, and damaged ones: set whole, or refused whole. */
class MapStateFuzzTest {
  private static final Map<Object, Object> BEFORE = Map.of("before", 1);
  private static final Map<Object, Object> OTHER = Map.of("cups", 3, "plates", 8L, 7, "seven");

  /** Any bytes; often small numbers, which get further than others. */
  @Provide
  Arbitrary<byte[]> bytes() {
    return Arbitraries.oneOf(
            Arbitraries.bytes(),
            Arbitraries.bytes().between((byte) 0, (byte) 12),
            Arbitraries.of((byte) 0, (byte) 0, (byte) 1))
        .array(byte[].class)
        .ofMaxSize(60);
  }

  @Property(tries = 5_000)
  void shouldSetAStateOfAnyBytesOrRefuseIt(@ForAll("bytes") byte[] state) {
    set(state);
  }

  @Property(tries = 5_000)
  void shouldSetADamagedStateOrRefuseIt(
      @ForAll @DoubleRange(max = 1) double cut,
      @ForAll @DoubleRange(max = 1) double at,
      @ForAll byte value)
      throws IOException {
    ByteArrayOutputStream state = new ByteArrayOutputStream();
    replica(new ConcurrentHashMap<>(OTHER)).snapshot().writeTo(state);
    int length = (int) Math.round(state.size() * Math.min(1, 2 * Math.max(cut, 0.1)));
    byte[] damaged = Arrays.copyOf(state.toByteArray(), length);
    damaged[(int) ((length - 1) * at)] = value;

    set(damaged);
  }

  private static void set(byte[] state) {
    ConcurrentMap<Object, Object> map = new ConcurrentHashMap<>(BEFORE);
    try {
      replica(map).setState(new ByteArrayInputStream(state));
    } catch (IOException e) {
      assertThat(map).as("what stays").isEqualTo(BEFORE);
    }
  }

  private static MapReplica<Object, Object> replica(ConcurrentMap<Object, Object> map) {
    return new MapReplica<>(map, SimpleCodec.INSTANCE, SimpleCodec.INSTANCE, telling -> {});
  }
}
