package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Words of members in frames. */
class ControlTest {
  private static final SpreadViewId ROUND = SpreadViewId.whole(7, -8, 9);
  private static final Map<String, Integer> SPEAKERS =
      Map.of("#a$$$1#d1", 1, "#b$$$2#d2", 86_400_000);
  private static final List<Control> WORDS =
      List.of(
          Control.heartbeat(),
          Control.probe(),
          Control.greeting(ROUND, Map.of(), List.of()),
          Control.greeting(ROUND, SPEAKERS, List.of("#c$$$3#d1", "#d$$$4#d1")),
          Control.suspicion(ROUND, "#c$$$3#d1"),
          Control.withdrawal(ROUND, "#c$$$3#d1"));

  /** Wire that keeps what the other end reads. */
  private static final class Kept implements Outgoing.Wire {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Override
    public void write(DaemonConnection.Writing part) {
      try {
        part.to(new FrameWriter(out, "#a$$$1#d1"));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {}

    Arrival read() throws Exception {
      Frame frame = FrameReaderTest.read(out.toByteArray());
      return new Arrival(frame.about(), Tag.of(frame.application()), frame.data());
    }
  }

  private static Arrival sent(Control word) throws Exception {
    Kept wire = new Kept();
    word.cast(wire, "g");
    return wire.read();
  }

  @Test
  void shouldReadWhatWasWritten() throws Exception {
    for (Control word : WORDS) {
      Arrival arrival = sent(word);
      assertThat(Control.is(arrival)).isTrue();
      assertThat(Control.of(arrival)).isEqualTo(word);
    }
  }

  /** What a build without such words does with them is what the stream does. */
  @Test
  void shouldBePassedOverInSilenceByMembersThatDoNotKnowThem() throws Exception {
    Recorder out = new Recorder();
    Stream stream = new Stream(1000, 10_000, out);
    stream.add(Recorder.view(1, Bits.BY_JOIN, "#a$$$1#d1", "b"));
    Arrival begun = Recorder.fragments("#a$$$1#d1", 1, "large", 3).get(0);
    stream.add(begun);
    for (Control word : WORDS) {
      stream.add(sent(word));
    }
    assertThat(out.events).hasSize(1);
    assertThat(out.drops).isEmpty();
    assertThat(stream.bytes()).isEqualTo(begun.bytes());
  }

  @Test
  void shouldPassOverAWordOfALaterBuild() throws Exception {
    Arrival word = sent(WORDS.get(2));
    word.data()[Fragment.HEAD_BYTES - 1] = 99;
    assertThat(Control.is(word)).isTrue();
    assertThat(Control.of(word)).isNull();
  }

  @Test
  void shouldNotTakeAMessageForAWord() {
    assertThat(Control.is(Recorder.small("a", "small"))).isFalse();
    assertThat(Recorder.fragments("a", 1, "large", 2)).noneMatch(Control::is);
    assertThat(Recorder.fragments("a", 0, "large", 2)).noneMatch(Control::is);
  }

  @Test
  void shouldRefuseABrokenWord() throws Exception {
    Arrival whole = sent(WORDS.get(3));
    byte[] cut = Arrays.copyOf(whole.data(), Fragment.HEAD_BYTES + 8);
    assertThatThrownBy(() -> Control.of(new Arrival("a", whole.tag(), cut)))
        .isInstanceOf(MalformedFrameException.class);
    whole.data()[Fragment.HEAD_BYTES + 12] = 1;
    assertThatThrownBy(() -> Control.of(whole)).isInstanceOf(MalformedFrameException.class);
  }
}
