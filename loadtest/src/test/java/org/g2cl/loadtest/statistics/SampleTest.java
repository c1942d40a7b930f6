package org.g2cl.loadtest.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SampleTest {
  @Test
  void shouldGiveTheIntervalOfAKnownSample() {
    // a textbook's: t(0.975, 4) = 2.776, s = 1.5811, so 2.776 · 1.5811 / √5 = 1.9632
    Interval mean = Sample.of(1, 2, 3, 4, 5).confidence95();

    assertThat(mean.low()).isCloseTo(3 - 1.9632, within(1e-3));
    assertThat(mean.high()).isCloseTo(3 + 1.9632, within(1e-3));
  }

  @Test
  void shouldHoldTheTrueMeanInAbout95OfAHundredIntervals() {
    Random random = new Random(20101);
    int held = 0;
    for (int i = 0; i < 1000; i++) {
      double[] values = DoubleStream.generate(random::nextGaussian).limit(30).toArray();
      held += Sample.of(values).confidence95().contains(0) ? 1 : 0;
    }
    assertThat(held).isBetween(925, 975);
  }

  @Test
  void shouldRemoveExtremeOutliersOnly() {
    Sample sample = Sample.of(10, 11, 12, 13, 14, 15, 16, 17, 22, 90);

    assertThat(sample.withoutOutliers(Sample.EXTREME).values())
        .containsExactly(10, 11, 12, 13, 14, 15, 16, 17, 22);
    assertThat(sample.summary().outliers()).isEqualTo(1);
    assertThat(sample.summary().rounds()).isEqualTo(10);
    assertThat(sample.summary().greatest()).isEqualTo(22);
  }

  @Test
  void shouldKeepTheOutliersWhereTheyAreLookedFor() {
    Summary summary = Sample.of(10, 11, 12, 13, 14, 15, 16, 17, 22, 90).summaryOfAll();

    assertThat(summary.outliers()).isZero();
    assertThat(summary.mean()).isEqualTo(22);
    assertThat(summary.greatest()).isEqualTo(90);
  }

  @Test
  void shouldKeepEverythingOfASmallSample() {
    assertThat(Sample.of(1, 1, 1, 900).withoutOutliers(Sample.EXTREME).size()).isEqualTo(4);
  }

  /** As of failures after which throughput did not fall at all, but for two. */
  @Test
  void shouldKeepWhatDiffersWhereMostValuesAreTheSame() {
    Summary summary = Sample.of(0, 0, 0, 0, 0, 0, 0, 0, 4000, 5000).summary();

    assertThat(summary.outliers()).isZero();
    assertThat(summary.mean()).isEqualTo(900);
    assertThat(summary.high95()).isGreaterThan(1_000);
  }

  @Test
  void shouldInterpolateQuantiles() {
    Sample sample = Sample.of(4, 1, 3, 2);

    assertThat(sample.median()).isEqualTo(2.5);
    assertThat(sample.quantile(0.25)).isEqualTo(1.75);
    assertThat(sample.quantile(1)).isEqualTo(4);
  }

  @Test
  void shouldTakeTheMediansOfParts() {
    assertThat(Sample.of(1, 2, 9, 4, 5, 6).mediansOf(2).values()).containsExactly(2, 5);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sample.of(1, 2, 3).mediansOf(2))
        .withMessageContaining("3 values cannot be cut into 2 parts");
  }

  @Test
  void shouldBeAPointWithOneValue() {
    assertThat(Sample.of(7).summary()).isEqualTo(new Summary(1, 0, 7, 7, 7, 7, 0, 7, 7));
  }
}
