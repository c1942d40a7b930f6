package org.g2cl.loadtest.statistics;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Ratio of two quantities that were measured side by side, round by round.
 *
 * <p>Each round gives one ratio, so what slows a whole round down slows both sides and falls out.
 * The figure is the geometric mean of the rounds' ratios, extreme outliers removed; its interval is
 * Student's of their logarithms.
 *
 * @param rounds ratios measured
 * @param outliers extreme outliers by boxplot, removed
 * @param ratio ours over theirs
 * @param low95 lower end of the 95 % confidence interval
 * @param high95 its upper end
 */
public record Ratio(int rounds, int outliers, double ratio, double low95, double high95) {
  private static final int LEAST_PARTS = 3;

  /**
   * Ratio of ours to theirs.
   *
   * @param ours positive values, one a round
   * @param theirs positive values of the same rounds
   * @throws IllegalArgumentException when the sizes differ
   */
  public static Ratio paired(Sample ours, Sample theirs) {
    return geometricMean(ratios(ours, theirs));
  }

  /**
   * Ratio of ours to theirs, from the medians of so many parts of equal size, see {@link
   * Sample#mediansOf}; with fewer than three parts from the single rounds.
   *
   * @throws IllegalArgumentException when the sizes differ or cannot be cut into such parts
   */
  public static Ratio paired(Sample ours, Sample theirs, int parts) {
    Sample ratios = ratios(ours, theirs);
    return geometricMean(parts < LEAST_PARTS ? ratios : ratios.mediansOf(parts));
  }

  /**
   * Ratio from single ratios, of which outliers are removed only among those of one group, see
   * {@link Groups}.
   */
  public static Ratio ofGroups(Collection<Sample> ratios) {
    Groups logarithms = Groups.of(ratios.stream().map(Ratio::logarithms).toList());
    Sample kept = logarithms.kept();
    Interval interval = kept.confidence95();
    return new Ratio(
        kept.size() + logarithms.outliers(),
        logarithms.outliers(),
        Math.exp(kept.mean()),
        Math.exp(interval.low()),
        Math.exp(interval.high()));
  }

  private static Sample ratios(Sample ours, Sample theirs) {
    if (ours.size() != theirs.size()) {
      throw new IllegalArgumentException(
          "%d values cannot be paired with %d: both sides need one of each round"
              .formatted(ours.size(), theirs.size()));
    }
    double[] ratios = ours.values();
    double[] base = theirs.values();
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] /= base[i];
    }
    return Sample.of(ratios);
  }

  private static Ratio geometricMean(Sample ratios) {
    return ofGroups(List.of(ratios));
  }

  private static Sample logarithms(Sample ratios) {
    return Sample.of(Arrays.stream(ratios.values()).map(Math::log).toArray());
  }
}
