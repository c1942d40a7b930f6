package org.g2cl.sample.jonas.bed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SettlingTest {
  private static boolean settled(long... micros) {
    Settling settling = new Settling();
    for (long time : micros) {
      settling.add(time);
    }
    return settling.isSettled();
  }

  @Test
  void shouldSettleWhenThreeMeasurementsInARowAreWithinFivePercent() {
    assertThat(settled(9_000, 5_000, 4_200, 4_000, 4_100)).isTrue();
    assertThat(settled(4_000, 4_200, 4_190)).as("exactly five percent").isTrue();
  }

  @Test
  void shouldNotSettleWhileTimesFallSteadily() {
    assertThat(settled(5_000, 4_850, 4_700)).as("three percent each").isFalse();
    assertThat(settled(4_000, 4_000)).as("too few").isFalse();
    assertThat(settled(4_000, 4_000, 3_000, 3_000)).as("one step down").isFalse();
    assertThat(settled()).isFalse();
  }

  @Test
  void shouldNotSettleWhenOneMeasurementWasDisturbed() {
    assertThat(settled(4_000, 6_000, 4_000)).isFalse();
  }
}
