package org.g2cl.loadtest.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PointsTest {
  private final List<Run> runs = new ArrayList<>();

  @Test
  void shouldPairRatiosByRoundSoThatASlowRoundFallsOut() {
    for (int round = 1; round <= 6; round++) {
      double slow = round == 3 ? 5 : 1;
      add(1, round, Contender.DIRECT, 10 * slow);
      add(1, round, Contender.JGROUPS, 10.2 * slow);
    }

    Point point = point(Contender.JGROUPS);

    assertThat(point.ratioToDirect()).isCloseTo(1.02, within(1e-9));
    assertThat(point.ratioLow()).isCloseTo(1.02, within(1e-6));
    assertThat(point.ratioValues()).isEqualTo(6);
  }

  @Test
  void shouldTakeOneValueAStartWhenThereAreThree() {
    double[] ofStart = {1.0, 1.1, 1.2};
    for (int round = 1; round <= 9; round++) {
      int start = (round - 1) / 3 + 1;
      add(start, round, Contender.DIRECT, 10);
      add(start, round, Contender.JGROUPS, 10 * ofStart[start - 1]);
    }

    Point point = point(Contender.JGROUPS);

    assertThat(point.ratioValues()).isEqualTo(3);
    assertThat(point.ratioToDirect()).isCloseTo(1.097, within(0.001));
    assertThat(point.ratioLow()).isLessThan(0.9);
    assertThat(point.ratioHigh()).isGreaterThan(1.3);
  }

  /** As when one broke, or the experiment was gone on with, in the middle of a round. */
  @Test
  void shouldNotPairRunsOfDifferentStarts() {
    add(1, 1, Contender.DIRECT, 10);
    add(1, 1, Contender.JGROUPS, 10.2);
    add(1, 2, Contender.DIRECT, 10);
    add(2, 2, Contender.JGROUPS, 12);
    add(2, 3, Contender.DIRECT, 11);
    add(2, 3, Contender.JGROUPS, 11.22);

    Point point = point(Contender.JGROUPS);

    assertThat(point.ratioValues()).isEqualTo(2);
    assertThat(point.ratioToDirect()).isCloseTo(1.02, within(1e-9));
  }

  @Test
  void shouldLeaveATargetOpenOfWhichThereAreTooFewStarts() {
    assertThat(Target.atMost("ratio", 1.03, 1.01, 1.0, 1.02, 2).verdict()).isEqualTo("open");
    assertThat(Target.atMost("ratio", 1.03, 1.2, 1.1, 1.3, 1).sentence())
        .endsWith(
            "at most 1.03: open, since it is of 1 of the 3 starts that a verdict takes (--starts)");
    assertThat(Target.atMost("ratio", 1.03, 1.01, 1.0, 1.02, 3).verdict()).isEqualTo("met");
    assertThat(Target.atMost("ratio", 1.03, 1.2, 1.1, 1.3, 3).verdict()).isEqualTo("missed");
    assertThat(Target.atMost("ratio", 1.03, 1.02, 1.0, 1.04, 3).verdict()).isEqualTo("open");
  }

  /** Rounds of a start resemble each other, so nine runs of three starts are three values. */
  @Test
  void shouldTakeTheIntervalOfAMeanFromTheStarts() {
    for (int round = 1; round <= 9; round++) {
      int start = (round - 1) / 3 + 1;
      add(start, round, Contender.NONE, 10 + start + round * 0.001);
    }

    Point point = point(Contender.NONE);

    assertThat(point.starts()).isEqualTo(3);
    assertThat(point.mean()).isCloseTo(12.005, within(0.001));
    assertThat(point.ciLow()).isLessThan(9.6);
    assertThat(point.ciHigh()).isGreaterThan(14.4);
  }

  @Test
  void shouldRemoveExtremeOutliersFromTheMean() {
    for (int round = 1; round <= 10; round++) {
      add(1, round, Contender.NONE, round == 4 ? 900 : 10 + round * 0.01);
    }

    Point point = point(Contender.NONE);

    assertThat(point.runs()).isEqualTo(10);
    assertThat(point.outliers()).isEqualTo(1);
    assertThat(point.mean()).isBetween(10.0, 10.2);
    assertThat(point.ciLow()).isBetween(9.9, point.mean());
    assertThat(point.ratioToDirect()).isNull();
  }

  /** What a start happens to be given is what the interval is to tell of. */
  @Test
  void shouldKeepAllStartsInTheMeanTheRatioAndTheirIntervals() {
    for (int round = 1; round <= 30; round++) {
      int start = (round - 1) / 5 + 1;
      double ours = start == 4 ? 20 : 10 + start * 0.01;
      add(start, round, Contender.DIRECT, 10);
      add(start, round, Contender.JGROUPS, ours + round * 0.0001);
    }

    Point point = point(Contender.JGROUPS);

    assertThat(point.outliers()).isZero();
    assertThat(point.mean()).isCloseTo((50.17 + 20) / 6, within(0.01));
    assertThat(point.ciHigh()).isGreaterThan(15);
    assertThat(point.median()).as("0.9 of the mean, of each run").isCloseTo(10.53, within(0.01));
    assertThat(point.ratioToDirect()).isCloseTo(Math.pow(2, 1 / 6.0), within(0.01));
    assertThat(point.ratioHigh()).isGreaterThan(1.4);
    assertThat(point.ratioValues()).isEqualTo(6);
    assertThat(point.ratioOutliers()).isZero();
    assertThat(point.ratioStarts()).isEqualTo(6);
  }

  @Test
  void shouldCountTheRunsThatItRemovesWithinTheStarts() {
    for (int round = 1; round <= 30; round++) {
      int start = (round - 1) / 6 + 1;
      double disturbed = round == 4 || round == 14 ? 900 : 0;
      add(start, round, Contender.NONE, 10 + start + round * 0.001 + disturbed);
    }

    Point point = point(Contender.NONE);

    assertThat(point.outliers()).isEqualTo(2);
    assertThat(point.mean()).isCloseTo(13.015, within(0.01));
    assertThat(point.runs()).isEqualTo(30);
  }

  @Test
  void shouldTellRatiosThatItRemovesFromThoseThatItKeeps() {
    for (int round = 1; round <= 10; round++) {
      add(1, round, Contender.DIRECT, 10);
      add(1, round, Contender.JGROUPS, round == 7 ? 400 : 10.2 + round * 0.001);
    }

    Point point = point(Contender.JGROUPS);

    assertThat(point.ratioToDirect()).isCloseTo(1.02, within(0.001));
    assertThat(point.ratioValues()).isEqualTo(9);
    assertThat(point.ratioOutliers()).isEqualTo(1);
  }

  @Test
  void shouldReadBackTheLinesOfResults() {
    Run run = new Run("2026-01-01T00:00:00Z", 2, new Step(7, 50, Contender.SPREAD), figures(12.5));

    assertThat(run.line()).hasSameSizeAs(Run.COLUMNS);
    assertThat(Run.of(run.line())).isEqualTo(run);
  }

  private Point point(Contender system) {
    return new Points(runs)
        .all().stream().filter(p -> p.system().equals(system.word())).findFirst().orElseThrow();
  }

  private void add(int start, int round, Contender system, double mean) {
    runs.add(new Run("2026-01-01T00:00:00Z", start, new Step(round, 50, system), figures(mean)));
  }

  private static Measurement figures(double mean) {
    return ExperimentTest.figures(mean);
  }
}
