package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Decoders against arbitrary bytes: each either understands them or says that it does not. */
class DecoderFuzzTest {
  @Property
  void shouldReadFramesOrFailAsDeclaredWhateverComes(@ForAll byte[] bytes) {
    readAll(bytes);
  }

  @Property(tries = 500)
  void shouldReadFramesOrFailAsDeclaredWhenBytesAreChanged(
      @ForAll("frames") DaemonFrame frame,
      @ForAll boolean little,
      @ForAll @Size(max = 4) List<@IntRange(max = 299) Integer> places,
      @ForAll byte change) {
    byte[] bytes = frame.toBytes(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    places.forEach(place -> bytes[place % bytes.length] ^= change);
    readAll(bytes);
  }

  private static void readAll(byte[] bytes) {
    FrameReader reader = new FrameReader(new WireInput(new ByteArrayInputStream(bytes)));
    try {
      while (true) {
        Frame frame = reader.read();
        GroupView view = GroupView.of(frame);
        assertThat(view.members()).isEqualTo(frame.members());
      }
    } catch (IOException e) {
      assertThat(e).hasMessageMatching("(?s).+");
    }
  }

  @Provide
  Arbitrary<DaemonFrame> frames() {
    Arbitrary<String> names = Arbitraries.strings().withCharRange('$', '~').ofMaxLength(31);
    Arbitrary<byte[]> data = Arbitraries.bytes().array(byte[].class).ofMaxSize(120);
    return Combinators.combine(
            Arbitraries.of(0x1100, 0x1200, 0x1800, 0x2000, 0x200, 0x10),
            names,
            names.list().ofMaxSize(4),
            Arbitraries.integers(),
            data)
        .as((type, about, groups, hint, bytes) -> frame(type, about, groups, hint, bytes));
  }

  private static DaemonFrame frame(
      int type, String about, List<String> groups, int hint, byte[] data) {
    return new DaemonFrame(type, about, groups, hint, data);
  }

  @Property
  void shouldLogInOrFailAsDeclaredWhateverTheDaemonAnswers(
      @ForAll byte[] rest, @ForAll boolean likely) {
    byte[] start = likely ? new byte[] {5, 'N', 'U', 'L', 'L', ' ', 1, 5, 0, 1} : new byte[0];
    byte[] answer = Arrays.copyOf(start, start.length + rest.length);
    System.arraycopy(rest, 0, answer, start.length, rest.length);
    WireInput in = new WireInput(new ByteArrayInputStream(answer));
    try {
      assertThat(Handshake.login(in, OutputStream.nullOutputStream(), "a")).startsWith("#");
    } catch (IOException e) {
      assertThat(e).hasMessageMatching("(?s).+");
    }
  }

  @Property
  void shouldSurviveArbitraryFragmentsAndViews(@ForAll @Size(max = 30) List<byte[]> data) {
    Recorder out = new Recorder();
    Stream stream = new Stream(1000, 1 << 20, out);
    for (byte[] bytes : data) {
      stream.add(new Arrival("a", new Tag(SpreadService.FIFO, true), bytes));
      stream.add(Recorder.view(1, Bits.BY_JOIN, "a", "b" + bytes.length));
    }
    stream.checkTime();
    assertThat(stream.bytes()).isGreaterThanOrEqualTo(0);
  }

  @Property
  void shouldReadWordsOrFailAsDeclaredWhateverComes(
      @ForAll @IntRange(max = 6) int kind, @ForAll @Size(max = 200) byte[] rest) {
    byte[] head = new Fragment(0, Integer.MAX_VALUE, kind).head();
    byte[] data = Arrays.copyOf(head, head.length + rest.length);
    System.arraycopy(rest, 0, data, head.length, rest.length);
    Arrival arrival = new Arrival("a", new Tag(SpreadService.FIFO, true), data);
    assertThat(Control.is(arrival)).isEqualTo(kind > 0 && rest.length > 0);
    try {
      Control word = Control.of(arrival);
      assertThat(word == null).isEqualTo(kind == 0 || kind == 6);
    } catch (MalformedFrameException e) {
      assertThat(e).hasMessageMatching("(?s).+");
    }
  }

  @Property
  void shouldPutTogetherInterleavedMessagesOfAnySize(
      @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 500) Integer> sizes,
      @ForAll @IntRange(min = 1, max = 100) int part,
      @ForAll long seed) {
    Random random = new Random(seed);
    List<byte[]> payloads = new ArrayList<>();
    List<List<Arrival>> sendings = new ArrayList<>();
    for (int size : sizes) {
      byte[] payload = new byte[size];
      random.nextBytes(payload);
      payloads.add(payload);
      sendings.add(Recorder.fragments("a", payloads.size(), payload, part));
    }
    Recorder out = new Recorder();
    Stream stream = new Stream(1000, 1 << 20, out);
    while (!sendings.isEmpty()) {
      int turn = random.nextInt(sendings.size());
      stream.add(sendings.get(turn).remove(0));
      sendings.removeIf(List::isEmpty);
    }
    assertThat(out.payloads)
        .usingElementComparator(Arrays::compare)
        .containsExactlyInAnyOrderElementsOf(payloads);
    assertThat(out.drops).isEmpty();
    assertThat(stream.bytes()).isZero();
  }
}
