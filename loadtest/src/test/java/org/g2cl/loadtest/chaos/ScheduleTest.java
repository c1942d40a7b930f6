package org.g2cl.loadtest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private static final List<FaultKind> ALL = List.of(FaultKind.values());

  @Test
  void shouldMakeTheSameFaultsFromTheSameSeed() {
    assertThat(schedule(7)).isEqualTo(schedule(7)).isNotEqualTo(schedule(8));
  }

  @Test
  void shouldDoEachKindBeforeAnyComesAgain() {
    List<PlannedFault> faults = schedule(7);

    assertThat(faults).hasSizeBetween(25, 38);
    assertThat(faults.subList(0, ALL.size()).stream().map(PlannedFault::kind))
        .containsExactlyInAnyOrderElementsOf(ALL);
    assertThat(faults).isSortedAccordingTo((a, b) -> a.at().compareTo(b.at()));
  }

  @Test
  void shouldMakeAsManyFaultsAsAreWantedOneAfterTheOther() {
    List<PlannedFault> faults = Schedule.of(7, List.of(FaultKind.KILL, FaultKind.SILENT), 100);

    assertThat(faults).hasSize(100).allMatch(fault -> fault.at().isZero());
    assertThat(faults).filteredOn(fault -> fault.kind() == FaultKind.KILL).hasSize(50);
  }

  private static List<PlannedFault> schedule(long seed) {
    return Schedule.of(seed, ALL, Duration.ofMinutes(10), Duration.ofSeconds(20));
  }
}
