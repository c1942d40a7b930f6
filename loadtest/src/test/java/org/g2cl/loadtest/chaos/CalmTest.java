package org.g2cl.loadtest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How long a bed is left alone after a fault. */
class CalmTest {
  @ParameterizedTest
  @EnumSource(names = {"KILL", "COORDINATOR", "ROLLING", "ALL_BUT_ONE", "UPGRADE"})
  void shouldBeShortAfterKillsAndRestarts(FaultKind kind) {
    assertThat(Chaos.calmAfter(kind, Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(1));
  }

  @ParameterizedTest
  @EnumSource(names = {"PAUSE", "HALVES", "ISOLATED", "SILENT", "ONE_WAY", "BRIDGE", "SLOW"})
  void shouldBeLongWhereAMemberThatLivesMayStillBeSuspected(FaultKind kind) {
    assertThat(Chaos.calmAfter(kind, Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(8));
  }

  @Test
  void shouldLastWhileAViewMayStillComeWhenTheBedHasLongBeenHealed() {
    assertThat(Chaos.calmAfter(FaultKind.HALVES, Duration.ofSeconds(12)))
        .isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void shouldHaveBegunInTheTimePromisedWhateverWasWrongInBetween() {
    long healed = 5_000_000;
    assertThat(Chaos.isWholeInTime(healed, healed + 30_000_000)).isTrue();
    assertThat(Chaos.isWholeInTime(healed, healed + 30_250_000)).isFalse();
    assertThat(Chaos.isWholeInTime(healed, 0)).as("never").isFalse();
  }
}
