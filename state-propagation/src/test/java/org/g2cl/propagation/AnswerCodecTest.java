package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerCodecTest {
  private static final Snapshot CONTENT =
      new Snapshot(
          "Körbchen",
          60_000,
          7,
          new Stamp(2, 1),
          new byte[] {4, 4},
          Replies.NONE.with(new RequestId("q"), new byte[] {8}, 1),
          new Change(new Stamp(3, 4), new RequestId("r"), new byte[] {1, 2}, new byte[] {5}));

  private static final List<Long> HOLDERS = List.of(7L, -8L);
  private static final byte[] WITH_LOSSES =
      encode(List.of(new Loss("n1", 3), new Loss("n2", 29_999)));
  private static final int UP_TO_THE_FLOOR = encode(List.of()).length;

  /** A stamp, a number of holders, and these. */
  private static final int BEFORE_THE_FLOOR = UP_TO_THE_FLOOR - (3 + HOLDERS.size()) * Long.BYTES;

  private static byte[] encode(List<Loss> losses) {
    Stamp held = new Stamp(4, 4);
    Stamp undecided = new Stamp(4, 5);
    Stamp floor = new Stamp(4, 6);
    return AnswerCodec.encode(
        new Answer(true, 5, held, undecided, CONTENT, floor, HOLDERS, losses));
  }

  @Test
  void shouldRefuseEveryTruncationButWhatEarlierReleasesWrite() throws Exception {
    for (int length = 0; length < WITH_LOSSES.length; length++) {
      byte[] cut = Arrays.copyOf(WITH_LOSSES, length);
      if (length != BEFORE_THE_FLOOR && length != UP_TO_THE_FLOOR) {
        assertThatThrownBy(() -> AnswerCodec.decode(cut))
            .as("%d bytes", length)
            .isInstanceOf(MalformedFrameException.class);
      }
    }
    assertThat(AnswerCodec.decode(Arrays.copyOf(WITH_LOSSES, BEFORE_THE_FLOOR)).floor())
        .isEqualTo(Stamp.NONE);
    Answer withoutLosses = AnswerCodec.decode(Arrays.copyOf(WITH_LOSSES, UP_TO_THE_FLOOR));
    assertThat(withoutLosses.floorHolders()).isEqualTo(HOLDERS);
    assertThat(withoutLosses.losses()).isEmpty();
  }

  @Test
  void shouldSurviveEveryDamage() {
    Damage.each(WITH_LOSSES, damaged -> assertThat(AnswerCodec.decode(damaged)).isNotNull());
  }
}
