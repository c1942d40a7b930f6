package org.g2cl.bench.report;

import java.util.Arrays;
import org.g2cl.loadtest.statistics.Interval;
import org.g2cl.loadtest.statistics.Sample;

/**
 * Centre of a few values and its interval by Hodges and Lehmann: the median of the means of all
 * pairs, with the interval of Wilcoxon's signed ranks.
 *
 * <p>Nothing is assumed but symmetry, and a single value that is far off moves it little; so no
 * value has to be removed.
 */
public final class HodgesLehmann {
  /** With fewer values no interval of ranks holds the centre with 95 %. */
  private static final int LEAST_FOR_RANKS = 6;

  private static final int MOST_EXACT = 50;
  private static final double TAIL = 0.025;
  private static final double NORMAL = 1.959964;

  private HodgesLehmann() {}

  /** Median of the means of all pairs of values, each with itself too. */
  public static double centre(double[] values) {
    return Sample.of(means(values)).median();
  }

  /**
   * Interval that holds the centre with 95 %; with three to five values Student's interval of the
   * mean, with fewer a point.
   */
  public static Interval interval95(double[] values) {
    if (values.length < LEAST_FOR_RANKS) {
      return values.length < 3
          ? new Interval(centre(values), centre(values))
          : Sample.of(values).confidence95();
    }
    double[] means = means(values);
    int outside = outside(values.length);
    return new Interval(means[outside], means[means.length - 1 - outside]);
  }

  private static double[] means(double[] values) {
    double[] means = new double[values.length * (values.length + 1) / 2];
    int at = 0;
    for (int i = 0; i < values.length; i++) {
      for (int j = i; j < values.length; j++) {
        means[at++] = (values[i] + values[j]) / 2;
      }
    }
    Arrays.sort(means);
    return means;
  }

  /** Means below the interval: the largest rank sum that is as rare as a tail allows. */
  private static int outside(int n) {
    if (n > MOST_EXACT) {
      double deviation = Math.sqrt(n * (n + 1.0) * (2 * n + 1) / 24);
      return (int) Math.floor(n * (n + 1.0) / 4 - NORMAL * deviation);
    }
    double[] ways = new double[n * (n + 1) / 2 + 1];
    ways[0] = 1;
    for (int rank = 1; rank <= n; rank++) {
      for (int sum = ways.length - 1; sum >= rank; sum--) {
        ways[sum] += ways[sum - rank];
      }
    }
    double allowed = TAIL * Math.pow(2, n);
    double sums = 0;
    int sum = 0;
    while (sums + ways[sum] <= allowed) {
      sums += ways[sum++];
    }
    return sum - 1;
  }
}
