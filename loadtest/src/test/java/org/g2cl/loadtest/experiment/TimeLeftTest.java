package org.g2cl.loadtest.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimeLeftTest {
  @Test
  void shouldGoByWhatPartsTookOnceItKnows() {
    TimeLeft left = new TimeLeft(new int[] {2, 10}, new double[] {30, 5});
    assertThat(left.seconds()).isEqualTo(110);

    left.done(0, 20);
    left.done(1, 8);

    assertThat(left.seconds()).isEqualTo(20 + 9 * 8);
  }

  @Test
  void shouldSayHoursMinutesAndSeconds() {
    assertThat(TimeLeft.words(Duration.ofSeconds(75))).isEqualTo("75 s");
    assertThat(TimeLeft.words(Duration.ofMinutes(10))).isEqualTo("10 min");
    assertThat(TimeLeft.words(Duration.ofMinutes(125))).isEqualTo("2 h 05 min");
  }
}
