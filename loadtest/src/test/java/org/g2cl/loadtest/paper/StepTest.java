package org.g2cl.loadtest.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StepTest {
  private static final List<Contender> SYSTEMS =
      List.of(Contender.NONE, Contender.DIRECT, Contender.JGROUPS);

  @Test
  void shouldPlanEachRunOnce() {
    List<Step> plan = Step.plan(settings(7));

    assertThat(plan).hasSize(3 * 2 * 6).doesNotHaveDuplicates();
  }

  @Test
  void shouldMeasureAllSystemsAtOneNumberOfClientsBeforeTheNext() {
    List<Step> plan = Step.plan(settings(7));

    for (int i = 0; i < plan.size(); i += SYSTEMS.size()) {
      List<Step> turn = plan.subList(i, i + SYSTEMS.size());
      assertThat(turn.stream().map(Step::system)).containsExactlyInAnyOrderElementsOf(SYSTEMS);
      assertThat(turn.stream().map(step -> step.round() + "/" + step.clients()).distinct())
          .hasSize(1);
    }
  }

  @Test
  void shouldDrawTheOrderAnewInEachTurnAndTheSameForASeed() {
    List<Step> plan = Step.plan(settings(7));
    List<String> orders = new ArrayList<>();
    for (int i = 0; i < plan.size(); i += SYSTEMS.size()) {
      orders.add(
          plan.subList(i, i + SYSTEMS.size()).stream()
              .map(step -> step.system().word())
              .collect(Collectors.joining(",")));
    }

    assertThat(new HashSet<>(orders)).hasSizeGreaterThan(2);
    assertThat(Step.plan(settings(7))).isEqualTo(plan);
    assertThat(Step.plan(settings(8))).isNotEqualTo(plan);
  }

  @Test
  void shouldSpreadTheRoundsOverTheStarts() {
    PaperSettings settings = settings(7);

    assertThat(List.of(1, 2, 3, 4, 5, 6).stream().map(settings::startOf))
        .containsExactly(1, 1, 1, 2, 2, 2);
  }

  static PaperSettings settings(long seed) {
    return new PaperSettings(
        SYSTEMS,
        List.of(50, 100),
        6,
        2,
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        Duration.ofSeconds(2),
        seed);
  }
}
