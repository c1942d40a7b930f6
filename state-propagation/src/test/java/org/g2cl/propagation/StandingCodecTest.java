package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StandingCodecTest {
  private static final Formation FORMED =
      new Formation(7, List.of(-1L, 2L), 4, List.of(-1L, 2L, 3L));
  private static final Formation TRIED = new Formation(8, List.of(2L), 4, List.of(-1L, 2L));
  private static final Standing STANDING =
      new Standing(2, FORMED, FORMED, List.of(TRIED, FORMED), List.of(9L, -10L), 3, 12);

  static List<Frame> frames() {
    return List.of(
        new Frame.Attempt(FORMED, List.of(-1L, 0L, 2L), true, List.of(7L, 0L, 8L)),
        new Frame.Minority(FORMED, List.of(-1L, 2L)),
        new Frame.Formed(
            FORMED,
            6,
            List.of(new Frame.Floor(new SessionId("s"), 3, new Stamp(3, 4), List.of(2L), 5))));
  }

  private static Frame decode(byte[] bytes, int length) throws MalformedFrameException {
    return FrameCodec.decode(ByteBuffer.wrap(bytes, 0, length).slice());
  }

  @ParameterizedTest
  @MethodSource("frames")
  void shouldReadFramesOfPrimaryViewsAsWritten(Frame frame) throws Exception {
    byte[] bytes = FrameCodec.encode(frame);
    assertThat(decode(bytes, bytes.length)).isEqualTo(frame);
  }

  @ParameterizedTest
  @MethodSource("frames")
  void shouldRefuseEveryTruncationButWhatEarlierReleasesWrite(Frame frame) {
    byte[] bytes = FrameCodec.encode(frame);
    int earlier = frame instanceof Frame.Formed ? bytes.length - Long.BYTES : bytes.length;
    for (int length = 0; length < bytes.length; length++) {
      int cut = length;
      if (cut == earlier) {
        continue;
      }
      assertThatThrownBy(() -> decode(bytes, cut)).isInstanceOf(MalformedFrameException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("frames")
  void shouldSurviveEveryDamage(Frame frame) {
    byte[] bytes = FrameCodec.encode(frame);
    Damage.each(bytes, damaged -> assertThat(decode(damaged, damaged.length)).isNotNull());
  }

  @Test
  void shouldReadAStandingAsWritten() throws Exception {
    assertThat(StandingCodec.decode(StandingCodec.encode(STANDING))).isEqualTo(STANDING);
  }

  @Test
  void shouldRefuseEveryTruncationOfAStandingAndSurviveEveryDamage() {
    byte[] bytes = StandingCodec.encode(STANDING);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> StandingCodec.decode(cut))
          .isInstanceOf(MalformedFrameException.class);
    }
    Damage.each(bytes, damaged -> assertThat(StandingCodec.decode(damaged)).isNotNull());
  }
}
