package org.g2cl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Entries are read from any bytes, or refused with an {@link IOException}. */
class EntryCodecFuzzTest {
  private static final int TRIES = 5_000;
  private static final byte[] OURS = ours();

  private static byte[] ours() {
    Entry text = new Entry("ejb/cart/n1", Values.write("ejbd://n1:4201"), 17, 5);
    Entry number = new Entry("cmi/forms/n1", Values.write(2), -3, 6);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      EntryCodec.write(new Counted(List.of(text, number), 9), new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }

  private static Counted read(byte[] bytes) throws IOException {
    return EntryCodec.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  private static void readOrRefuse(byte[] bytes) {
    try {
      assertThat(read(bytes).entries()).doesNotContainNull();
    } catch (IOException expected) {
      assertThat(expected).isInstanceOf(IOException.class);
    }
  }

  /** Any bytes; often small numbers, which get further than others. */
  @Provide
  Arbitrary<byte[]> bytes() {
    Arbitrary<Byte> likely =
        Arbitraries.oneOf(
            Arbitraries.bytes(), Arbitraries.of((byte) 0, (byte) 1, (byte) 2, (byte) 0xff));
    return likely.array(byte[].class).ofMaxSize(120);
  }

  /** What a member writes, cut and with a few bytes changed. */
  @Provide
  Arbitrary<byte[]> damaged() {
    Arbitrary<Double> place = Arbitraries.doubles().between(0, 1);
    return Combinators.combine(place, place.list().ofMinSize(1).ofMaxSize(4), Arbitraries.bytes())
        .as(EntryCodecFuzzTest::damage);
  }

  private static byte[] damage(double cut, List<Double> places, byte value) {
    int length = (int) Math.ceil(OURS.length * Math.min(1, cut + 0.3));
    byte[] damaged = Arrays.copyOf(OURS, length);
    for (double place : places) {
      damaged[(int) ((length - 1) * place)] += value;
    }
    return damaged;
  }

  @Property(tries = TRIES)
  void shouldNeverFailOtherwiseOnAnyBytes(@ForAll("bytes") byte[] bytes) {
    readOrRefuse(bytes);
  }

  @Property(tries = TRIES)
  void shouldNeverFailOtherwiseOnDamagedEntries(@ForAll("damaged") byte[] bytes) {
    readOrRefuse(bytes);
  }

  @Example
  void shouldRefuseEveryTruncationButWhatReleasesWithoutACountWrite() throws Exception {
    int withoutCount = OURS.length - Long.BYTES;
    for (int length = 0; length < OURS.length; length++) {
      byte[] cut = Arrays.copyOf(OURS, length);
      if (length == withoutCount) {
        assertThat(read(cut).entries()).hasSize(2);
      } else {
        assertThatThrownBy(() -> read(cut)).as("%d bytes", length).isInstanceOf(IOException.class);
      }
    }
  }
}
