package org.g2cl.loadtest.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  private static final Duration MINUTE = Duration.ofSeconds(60);

  private final List<Duration> rounds = new ArrayList<>();

  @Test
  void shouldEndWhenABedHasCeasedToGetFaster() {
    WarmUp quick = WarmUp.of(MINUTE, this::warmFromTheStart);

    assertThat(quick).isEqualTo(new WarmUp(true, 18));
    assertThat(rounds).containsOnly(Duration.ofSeconds(3));
  }

  @Test
  void shouldLoadABedLongerThatGetsFasterForLonger() {
    assertThat(WarmUp.of(MINUTE, this::fasterForTenRounds)).isEqualTo(new WarmUp(true, 45));
  }

  @Test
  void shouldTellWhenABedStillGotFasterAtTheEnd() {
    assertThat(WarmUp.of(MINUTE, this::fasterAndFaster)).isEqualTo(new WarmUp(false, 60));
  }

  private double warmFromTheStart(Duration round) {
    rounds.add(round);
    return 800;
  }

  private double fasterForTenRounds(Duration round) {
    rounds.add(round);
    return 100 * Math.min(10, rounds.size());
  }

  private double fasterAndFaster(Duration round) {
    rounds.add(round);
    return 100 * rounds.size();
  }
}
