package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.g2cl.loadtest.command.Comparison.Speed;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  @Test
  void shouldHoldTheRunWithReplicationAgainstTheMeanOfThoseAroundIt() {
    var comparison = new Comparison(new Speed(10, 3_000), new Speed(30, 1_000));
    assertThat(comparison.line(", until the kill", new Speed(25, 1_600)))
        .isEqualTo(
            "Median response time: 20.0 ms without (10.0 before, 30.0 after), 25.0 ms with"
                + " replication, until the kill: ratio 1.25; 2,000 and 1,600 requests/s");
  }
}
