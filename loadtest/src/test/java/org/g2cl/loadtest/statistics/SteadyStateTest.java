package org.g2cl.loadtest.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SteadyStateTest {
  private static boolean reached(double... rates) {
    return reachedWith(3, rates);
  }

  private static boolean reachedWith(int rounds, double... rates) {
    SteadyState state = new SteadyState(rounds);
    for (double rate : rates) {
      state.add(rate);
    }
    return state.isReached();
  }

  @Test
  void shouldBeReachedWhenThreeRoundsAreNoFasterThanTheFastestBefore() {
    assertThat(reached(24, 700, 1_900, 1_880, 1_950, 1_700)).isTrue();
    assertThat(reached(2_000, 2_100, 2_100, 2_100)).as("exactly five percent").isTrue();
  }

  @Test
  void shouldNotBeReachedWhileRoundsGetFaster() {
    assertThat(reached(1_000, 1_030, 1_060, 1_090)).as("three percent each").isFalse();
    assertThat(reached(1_900, 1_880, 2_100, 1_700)).as("one of the last three").isFalse();
  }

  @Test
  void shouldNotBeReachedByFewerThanFourRounds() {
    assertThat(reached()).isFalse();
    assertThat(reached(1_900, 1_900, 1_900)).isFalse();
  }

  @Test
  void shouldLookAtAsManyRoundsAsItIsTold() {
    assertThat(reachedWith(4, 1_000, 1_030, 1_060, 1_060, 1_060))
        .as("six percent in four")
        .isFalse();
    assertThat(reachedWith(4, 1_000, 1_030, 1_060, 1_060, 1_060, 1_060)).isTrue();
  }

  @Test
  void shouldNotTakeADisturbedRoundForTheEndOfAClimb() {
    assertThat(reached(1_000, 400, 1_000, 1_200)).isFalse();
  }
}
