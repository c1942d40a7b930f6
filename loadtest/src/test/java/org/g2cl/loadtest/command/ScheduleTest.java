package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.g2cl.loadtest.paper.Contender;
import org.g2cl.loadtest.paper.PaperSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {
  private static final List<Contender> ALL = List.of(Contender.values());
  private static final List<Contender> FOUR =
      List.of(Contender.NONE, Contender.DIRECT, Contender.JGROUPS, Contender.JGROUPS4);

  @ParameterizedTest
  @CsvSource({"QUICK, 3, 5, 1, 12, 3", "NORMAL, 6, 30, 3, 20, 5", "FULL, 6, 30, 6, 30, 8"})
  void shouldGiveEachLengthItsRounds(
      Schedule schedule, int points, int rounds, int starts, int warmUp, int longest) {
    PaperSettings settings = settings(schedule, FOUR);

    assertThat(settings.clients()).hasSize(points).startsWith(50).endsWith(100);
    assertThat(settings.rounds()).isEqualTo(rounds);
    assertThat(settings.starts()).isEqualTo(starts);
    assertThat(settings.warmUp()).isEqualTo(Duration.ofSeconds(warmUp));
    assertThat(settings.duration()).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(longest));
    assertThat(settings.runs()).isEqualTo(4 * points * rounds);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void shouldEndInTheTimeThatIsPromisedHoweverManySystemsTakePart(int count) {
    List<Contender> systems = ALL.subList(0, count);

    assertThat(Schedule.estimate(settings(Schedule.QUICK, systems))).isLessThan(minutes(10));
    assertThat(Schedule.estimate(settings(Schedule.FULL, systems))).isLessThan(minutes(180));
  }

  @Test
  void shouldMakeFewerRoundsInTenMinutesWhereMoreRunsShareThem() {
    // 550 s less 6 starts of 34 s, over 18 runs a round of 5.2 s at least
    assertThat(settings(Schedule.QUICK, ALL).rounds()).isEqualTo(3);
    assertThat(settings(Schedule.QUICK, ALL).duration()).hasSeconds(3);
    assertThat(Schedule.QUICK.settings(ALL, null, 0, 0, 8, 0, 1).rounds())
        .as("runs of 11.2 s")
        .isEqualTo(1);
    assertThat(Schedule.QUICK.settings(ALL, null, 5, 0, 0, 0, 1).rounds()).as("given").isEqualTo(5);
    assertThat(Schedule.QUICK.settings(ALL, null, 0, 9, 0, 60, 1).rounds())
        .as("starts take all of it")
        .isEqualTo(1);
  }

  @Test
  void shouldMeasureShorterWhereMoreRunsShareTheTime() {
    // 9,900 s less 24 or 36 starts of 52 s, over 720 or 1,080 runs, less 3.2 s around each
    assertThat(settings(Schedule.FULL, FOUR).duration()).hasSeconds(8);
    assertThat(settings(Schedule.FULL, ALL).duration()).hasSeconds(4);
    assertThat(Schedule.FULL.settings(ALL, null, 0, 10, 0, 0, 1).duration())
        .as("60 starts")
        .hasSeconds(3);
    assertThat(Schedule.FULL.settings(ALL, null, 300, 0, 0, 0, 1).duration())
        .as("the least")
        .hasSeconds(2);
  }

  @Test
  void shouldCountAllStartsAndRunsInItsEstimate() {
    PaperSettings settings =
        Schedule.NORMAL.settings(FOUR.subList(0, 2), new int[] {50}, 5, 3, 7, 11, 1);

    // 3 starts of 2 systems, each 22 s and the warm-up; 10 runs, each 3.2 s besides what counts
    assertThat(Schedule.estimate(settings)).hasSeconds(3 * 2 * 33 + 102);
  }

  @Test
  void shouldPreferWhatIsGiven() {
    PaperSettings settings = Schedule.FULL.settings(FOUR, new int[] {70, 50, 70}, 2, 9, 4, 1, 2010);

    assertThat(settings.clients()).containsExactly(50, 70);
    assertThat(settings.rounds()).isEqualTo(2);
    assertThat(settings.starts()).as("no more than rounds").isEqualTo(2);
    assertThat(settings.duration()).isEqualTo(Duration.ofSeconds(4));
    assertThat(settings.warmUp()).isEqualTo(Duration.ofSeconds(1));
    assertThat(settings.seed()).isEqualTo(2010);
  }

  private static PaperSettings settings(Schedule schedule, List<Contender> systems) {
    return schedule.settings(systems, null, 0, 0, 0, 0, 1);
  }

  private static Duration minutes(int count) {
    return Duration.ofMinutes(count);
  }
}
