package org.g2cl.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChartsTest {
  private static final double LENGTH = 27;

  @Test
  void shouldNotCutOffTheLabelOfAMarkNearTheEnd() {
    assertThat(Charts.centre("business3 killed", 9, LENGTH)).isGreaterThan(9);
    assertThat(Charts.centre("business7 joined", LENGTH, LENGTH)).isBetween(20.0, LENGTH);
  }
}
