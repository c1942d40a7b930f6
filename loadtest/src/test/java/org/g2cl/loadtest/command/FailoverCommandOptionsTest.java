package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.g2cl.loadtest.failover.Disturbance;
import org.g2cl.loadtest.failover.FailoverSettings;
import org.junit.jupiter.api.Test;

class FailoverCommandOptionsTest {
  @Test
  void shouldTakeTheRoundsThatAreGivenAlsoWithQuick() {
    assertThat(settings("--quick", "--rounds=20").rounds()).isEqualTo(20);
    assertThat(settings("--rounds=20").rounds()).isEqualTo(20);
  }

  @Test
  void shouldMakeTwoRoundsOfThreeKindsWithQuickAndTenOfAllWithout() {
    assertThat(settings("--quick").rounds()).isEqualTo(2);
    assertThat(settings("--quick").kinds()).hasSize(3).doesNotContain(Disturbance.ROLLING);
    assertThat(settings().rounds()).isEqualTo(10);
    assertThat(settings().kinds()).contains(Disturbance.ROLLING);
  }

  private static FailoverSettings settings(String... options) {
    return Parsed.with(new FailoverCommand("Node"), options).settings();
  }
}
