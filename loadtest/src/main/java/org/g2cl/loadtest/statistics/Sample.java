package org.g2cl.loadtest.statistics;

import java.util.Arrays;
import java.util.Collection;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.commons.math3.stat.descriptive.rank.Percentile.EstimationType;

/**
 * Measured values of one quantity, in the order in which they were measured.
 *
 * <p>Immutable. Of an empty sample all figures are NaN.
 */
public final class Sample {
  /**
   * Box lengths beyond the box at which a boxplot calls a value an extreme outlier, the kind that
   * the papers removed.
   */
  public static final double EXTREME = 3.0;

  private static final double CONFIDENCE = 0.95;
  private static final int LEAST_FOR_OUTLIERS = 5;

  private final double[] values;

  private Sample(double[] values) {
    this.values = values;
  }

  /** Sample of these values. */
  public static Sample of(double... values) {
    return new Sample(values.clone());
  }

  /** Sample of these values. */
  public static Sample of(Collection<Double> values) {
    return new Sample(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** Number of values. */
  public int size() {
    return values.length;
  }

  /** The values, in a new array. */
  public double[] values() {
    return values.clone();
  }

  /** Arithmetic mean. */
  public double mean() {
    return StatUtils.mean(values);
  }

  /** Half of the values are below it. */
  public double median() {
    return quantile(0.5);
  }

  /** Value below which this share, more than 0 and at most 1, of the values lies, interpolated. */
  public double quantile(double share) {
    return new Percentile().withEstimationType(EstimationType.R_7).evaluate(values, share * 100);
  }

  /** Least value. */
  public double least() {
    return StatUtils.min(values);
  }

  /** Greatest value. */
  public double greatest() {
    return StatUtils.max(values);
  }

  /** Standard deviation of the population that the sample is from; 0 of a single value. */
  public double standardDeviation() {
    return Math.sqrt(StatUtils.variance(values));
  }

  /**
   * The sample without its outliers, the values further from the box between the quartiles than so
   * many lengths of the box. Nothing is removed from less than five values, nor when the box has no
   * length: where most values are the same, another one is no outlier for that.
   *
   * @param lengths {@link #EXTREME}, or 1.5 for what boxplots draw as single points
   */
  public Sample withoutOutliers(double lengths) {
    if (values.length < LEAST_FOR_OUTLIERS) {
      return this;
    }
    double low = quantile(0.25);
    double high = quantile(0.75);
    if (high <= low) {
      return this;
    }
    double reach = lengths * (high - low);
    return new Sample(
        Arrays.stream(values).filter(v -> v >= low - reach && v <= high + reach).toArray());
  }

  /**
   * Medians of so many parts of equal size, in order. Values that were measured together, by the
   * same processes for instance, resemble each other more than an interval of single values admits;
   * their medians do not.
   *
   * @throws IllegalArgumentException when the parts would differ in size
   */
  public Sample mediansOf(int parts) {
    if (parts < 1 || values.length % parts != 0) {
      throw new IllegalArgumentException(
          "%d values cannot be cut into %d parts of one size".formatted(values.length, parts));
    }
    int size = values.length / parts;
    double[] medians = new double[parts];
    for (int i = 0; i < parts; i++) {
      medians[i] = new Sample(Arrays.copyOfRange(values, i * size, (i + 1) * size)).median();
    }
    return new Sample(medians);
  }

  /** Interval that holds the mean with 95 % confidence, by Student's t; a point for one value. */
  public Interval confidence95() {
    if (values.length < 2) {
      return new Interval(mean(), mean());
    }
    double t =
        new TDistribution(null, values.length - 1.0)
            .inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    double half = t * standardDeviation() / Math.sqrt(values.length);
    return new Interval(mean() - half, mean() + half);
  }

  /** Figures of the sample after its extreme outliers were removed. */
  public Summary summary() {
    return withoutOutliers(EXTREME).summaryOf(size());
  }

  /** Figures of the sample with all its values, where the one far off is what is looked for. */
  public Summary summaryOfAll() {
    return summaryOf(size());
  }

  private Summary summaryOf(int measured) {
    Interval mean = confidence95();
    return new Summary(
        measured,
        measured - size(),
        mean(),
        mean.low(),
        mean.high(),
        median(),
        standardDeviation(),
        least(),
        greatest());
  }

  @Override
  public String toString() {
    return "Sample" + Arrays.toString(values);
  }
}
