package org.g2cl.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.g2cl.loadtest.statistics.Interval;
import org.g2cl.loadtest.statistics.Ratio;
import org.junit.jupiter.api.Test;

class TargetTest {
  @Test
  void shouldBeMetOrMissedOnlyWhenTheIntervalIsClearOfTheBound() {
    assertThat(Target.atLeast("a", 0.95, 0.98, new Interval(0.96, 1.0)).verdict()).isEqualTo("met");
    assertThat(Target.atLeast("a", 0.95, 0.96, new Interval(0.94, 0.98)).verdict())
        .isEqualTo("open");
    assertThat(Target.atLeast("a", 0.95, 0.90, new Interval(0.88, 0.92)).verdict())
        .isEqualTo("missed");
    assertThat(Target.atMost("a", 1.1, 1.2, new Interval(1.15, 1.25)).verdict())
        .isEqualTo("missed");
    assertThat(Target.atMost("a", 4, 4, new Interval(4, 4)).verdict()).isEqualTo("met");
  }

  @Test
  void shouldBeOpenWhenARatioIsOfTooFewRoundsToHaveAnInterval() {
    Ratio two = new Ratio(2, 0, 0.99, 0.99, 0.99);
    assertThat(Target.atLeast("a", 0.95, two).verdict()).isEqualTo("open");
    Ratio three = new Ratio(3, 0, 0.99, 0.98, 1.00);
    assertThat(Target.atLeast("a", 0.95, three).verdict()).isEqualTo("met");
    assertThat(Target.atMost("a", 0.95, three).verdict()).isEqualTo("missed");
  }

  @Test
  void shouldSayItInASentence() {
    assertThat(Target.atMost("bytes", 16, 4, new Interval(4, 4)).sentence())
        .isEqualTo("bytes: 4.000 (4.000 to 4.000), at most 16.00: met");
  }

  @Test
  void shouldBeOpenWhenValuesAreOfTooFewRoundsToHaveAnInterval() {
    assertThat(Target.atMost("requests", 4, new double[] {2, 2}).verdict()).isEqualTo("open");
    assertThat(Target.atMost("requests", 4, new double[] {2, 2.1, 1.9}).verdict()).isEqualTo("met");
  }

  @Test
  void shouldShowNoIntervalOfTooFewRounds() {
    Target target = Target.atLeast("rate", 0.95, new Ratio(2, 0, 0.99, 0.99, 0.99));

    assertThat(target.low95()).isNull();
    assertThat(target.high95()).isNull();
    assertThat(target.sentence())
        .isEqualTo("rate: 0.9900 (too few rounds for an interval), at least 0.9500: open");
  }
}
