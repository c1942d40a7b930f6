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
      new Standing(2, FORMED, List.of(TRIED, FORMED), List.of(9L, -10L));

  static List<Frame> frames() {
    return List.of(
        new Frame.Attempt(FORMED, List.of(-1L, 0L, 2L), true),
        new Frame.Minority(FORMED, List.of(-1L, 2L)),
        new Frame.Formed(
            FORMED,
            6,
            List.of(new Frame.Floor(new SessionId("s"), 3, new Stamp(3, 4), List.of(2L)))));
  }

  private static Formation withoutLives(Formation formation) {
    return formation.withLives(List.of());
  }

  private static int size(List<Long> tokens) {
    return (1 + tokens.size()) * Long.BYTES;
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

  /** Nor do they read more than they know of. */
  @ParameterizedTest
  @MethodSource("frames")
  void shouldReadFramesOfEarlierReleasesWhichHaveNoLives(Frame frame) throws Exception {
    byte[] bytes = FrameCodec.encode(frame);
    int before = bytes.length - size(FORMED.lives());
    Frame read = decode(bytes, before);
    if (read instanceof Frame.Attempt attempt) {
      assertThat(attempt.formation()).isEqualTo(withoutLives(FORMED));
    } else if (read instanceof Frame.Minority minority) {
      assertThat(minority.latest()).isEqualTo(withoutLives(FORMED));
    } else {
      assertThat(((Frame.Formed) read).formation()).isEqualTo(withoutLives(FORMED));
    }
    for (int length = 0; length < bytes.length; length++) {
      if (length != before) {
        int cut = length;
        assertThatThrownBy(() -> decode(bytes, cut)).isInstanceOf(MalformedFrameException.class);
      }
    }
  }

  @Test
  void shouldReadAStandingAsWritten() throws Exception {
    assertThat(StandingCodec.decode(StandingCodec.encode(STANDING))).isEqualTo(STANDING);
  }

  @Test
  void shouldReadAStandingOfAnEarlierReleaseWhichHasNoLives() throws Exception {
    byte[] bytes = StandingCodec.encode(STANDING);
    int added = 2 * size(FORMED.lives()) + size(TRIED.lives()) + size(STANDING.left());
    Standing read = StandingCodec.decode(Arrays.copyOf(bytes, bytes.length - added));
    assertThat(read)
        .isEqualTo(
            new Standing(
                2,
                withoutLives(FORMED),
                List.of(withoutLives(TRIED), withoutLives(FORMED)),
                List.of()));
  }
}
