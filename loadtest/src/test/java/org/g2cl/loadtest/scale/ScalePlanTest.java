package org.g2cl.loadtest.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.g2cl.loadtest.scale.ScalePlan.Step;
import org.g2cl.loadtest.scale.ScalePoint.Axis;
import org.g2cl.loadtest.scale.ScalePoint.Bed;
import org.junit.jupiter.api.Test;

class ScalePlanTest {
  private static final int ROUNDS = 3;
  private static final Bed SHARED = new Bed(6, 1);

  @Test
  void shouldMeasureNodesAndBackupsFirstOnTheBedThatTheyShareWithOtherAxes() {
    for (long seed = 1; seed <= 20; seed++) {
      List<Axis> axes = on(SHARED, 2, seed).map(ScalePoint::axis).toList();

      assertThat(axes).hasSize(18);
      assertThat(axes.subList(0, 2)).containsExactlyInAnyOrder(Axis.NODES, Axis.BACKUPS);
      assertThat(axes.subList(2, 12)).containsOnly(Axis.STATE);
      assertThat(axes.subList(12, 18)).containsOnly(Axis.SESSIONS);
    }
  }

  @Test
  void shouldMakeSessionsButOnceAndDrawTheRestAnewForEachRound() {
    assertThat(on(SHARED, 1, 1).map(ScalePoint::sessions).skip(12))
        .containsExactly(1, 10, 100, 1_000, 10_000, 100_000);
    assertThat(on(SHARED, 1, 1).skip(2).limit(10).toList())
        .isNotEqualTo(on(SHARED, 2, 1).skip(2).limit(10).toList())
        .isEqualTo(on(SHARED, 1, 1).skip(2).limit(10).toList());
  }

  @Test
  void shouldStartEachBedOnceARound() {
    List<Bed> beds =
        plan(1).stream().filter(step -> step.round() == 1).map(ScalePlanTest::bed).toList();
    long starts =
        IntStream.range(0, beds.size())
            .filter(i -> i == 0 || !beds.get(i).equals(beds.get(i - 1)))
            .count();

    assertThat(plan(1)).hasSize(ROUNDS * ScalePoint.all(false).size()).doesNotHaveDuplicates();
    assertThat(starts).isEqualTo(12);
  }

  private static Stream<ScalePoint> on(Bed bed, int round, long seed) {
    return plan(seed).stream()
        .filter(step -> step.round() == round && bed(step).equals(bed))
        .map(Step::point);
  }

  private static Bed bed(Step step) {
    return step.point().bed();
  }

  private static List<Step> plan(long seed) {
    Duration second = Duration.ofSeconds(1);
    return ScalePlan.of(ScaleSettings.of(false, ROUNDS, 4, second, second, seed));
  }
}
