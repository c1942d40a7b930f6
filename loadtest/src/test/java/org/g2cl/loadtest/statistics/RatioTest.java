package org.g2cl.loadtest.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class RatioTest {
  @Test
  void shouldNotFeelWhatSlowsAWholeRoundDown() {
    Sample theirs = Sample.of(100, 10, 1000, 50, 400, 7);
    Sample ours = Sample.of(90, 9, 900, 45, 360, 6.3);

    Ratio ratio = Ratio.paired(ours, theirs);

    assertThat(ratio.ratio()).isCloseTo(0.9, within(1e-9));
    assertThat(ratio.low95()).isCloseTo(0.9, within(1e-9));
    assertThat(ratio.high95()).isCloseTo(0.9, within(1e-9));
  }

  @Test
  void shouldBeTheSameBothWays() {
    Sample a = Sample.of(2, 8);
    Sample b = Sample.of(1, 16);

    assertThat(Ratio.paired(a, b).ratio()).isCloseTo(1, within(1e-9));
    assertThat(Ratio.paired(a, b).low95()).isLessThan(1);
    assertThat(Ratio.paired(a, b).high95()).isGreaterThan(1);
  }

  @Test
  void shouldNotTakeRoundsOfOneStartForManyMeasurements() {
    Sample theirs = Sample.of(1, 1, 1, 1, 1, 1, 1, 1, 1);
    Sample ours = Sample.of(1, 1, 1, 3, 3, 3, 1, 1, 1);

    assertThat(Ratio.paired(ours, theirs, 3).rounds()).isEqualTo(3);
    assertThat(Ratio.paired(ours, theirs, 3).high95())
        .isGreaterThan(Ratio.paired(ours, theirs).high95());
    assertThat(Ratio.paired(ours, theirs, 1)).isEqualTo(Ratio.paired(ours, theirs));
  }

  @Test
  void shouldRemoveOutliersAmongTheRatiosOfAGroupAlone() {
    Sample steady = Sample.of(1, 1.01, 1.02, 1.03, 1.04);
    Sample disturbed = Sample.of(1, 1.01, 1.02, 1.03, 1.04, 80);
    Sample slow = Sample.of(2);

    Ratio ratio = Ratio.ofGroups(List.of(steady, disturbed, slow, steady));

    assertThat(ratio.rounds()).isEqualTo(17);
    assertThat(ratio.outliers()).as("80, and not 2").isEqualTo(1);
    assertThat(ratio.ratio()).isCloseTo(1.064, within(0.001));
  }

  @Test
  void shouldRefuseSamplesOfDifferentRounds() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Ratio.paired(Sample.of(1), Sample.of(1, 2)))
        .withMessageContaining("1 values cannot be paired with 2");
  }
}
