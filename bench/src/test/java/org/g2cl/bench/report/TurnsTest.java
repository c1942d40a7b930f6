package org.g2cl.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.g2cl.loadtest.statistics.Interval;
import org.g2cl.loadtest.statistics.Ratio;
import org.junit.jupiter.api.Test;

class TurnsTest {
  /** For six to ten values the tables give 0, 2, 3, 5 and 8 rank sums outside at 95 %. */
  @Test
  void shouldGiveTheIntervalOfTheTables() {
    assertThat(HodgesLehmann.interval95(new double[] {1, 2, 3, 4, 5, 6}))
        .isEqualTo(new Interval(1, 6));
    double[] ten = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};
    // ninth of the sorted means of all pairs, and ninth from the end
    assertThat(HodgesLehmann.interval95(ten)).isEqualTo(new Interval(6, 257));
  }

  @Test
  void shouldNotBeMovedFarByOneValueThatIsFarOff() {
    double[] values = {1.00, 1.01, 0.99, 1.02, 0.98, 1.00, 1.01, 9};
    assertThat(HodgesLehmann.centre(values)).isCloseTo(1, within(0.02));
    assertThat(HodgesLehmann.interval95(values).low()).isGreaterThan(0.97);
  }

  @Test
  void shouldHoldTheTrueRatioInMostOfManyExperimentsWithDriftAndStartsOfTheirOwn() {
    long seed = System.nanoTime();
    int held = 0;
    Random random = new Random(seed);
    for (int experiment = 0; experiment < 200; experiment++) {
      Ratio ratio = experiment(random, 0.9);
      assertThat(ratio.rounds()).isEqualTo(8 * 10);
      held += ratio.low95() <= 0.9 && 0.9 <= ratio.high95() ? 1 : 0;
    }
    assertThat(held).as("of 200, seed " + seed).isGreaterThanOrEqualTo(175);
  }

  private static Ratio experiment(Random random, double trueRatio) {
    Turns ours = new Turns();
    Turns theirs = new Turns();
    double machine = 1000;
    for (int start = 0; start < 8; start++) {
      ours.newStart();
      theirs.newStart();
      double ofStart = trueRatio * Math.exp(0.05 * random.nextGaussian());
      for (int turn = 0; turn < 20; turn++) {
        machine *= 0.99;
        ours.add(machine * ofStart * Math.exp(0.2 * random.nextGaussian()));
        theirs.add(machine * Math.exp(0.2 * random.nextGaussian()));
      }
    }
    return ours.over(theirs);
  }

  @Test
  void shouldRefuseSystemsThatTookDifferentTurns() {
    Turns one = new Turns();
    one.newStart();
    one.add(1);
    Turns two = new Turns();
    two.newStart();
    assertThatThrownBy(() -> one.over(two)).hasMessageContaining("1 turns");
  }
}
