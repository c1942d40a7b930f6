package org.g2cl.loadtest.statistics;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/**
 * Formula {@code y = base + a·x1 + b·x2 + …} fitted by least squares.
 *
 * @param base value where all factors are 0
 * @param slopes a, b, …: change of y with each factor
 * @param rSquared share of y's variance that the formula explains, 0 to 1
 */
public record LinearFit(double base, List<Double> slopes, double rSquared) {
  /** Copies the list. */
  public LinearFit {
    slopes = List.copyOf(slopes);
  }

  /**
   * Fits the formula.
   *
   * @param x factors of each observation, all of the same number
   * @param y observed values
   * @throws org.apache.commons.math3.exception.MathIllegalArgumentException when there are not more
   *     observations than factors
   */
  public static LinearFit of(double[][] x, double[] y) {
    OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
    regression.newSampleData(y, x);
    double[] parameters = regression.estimateRegressionParameters();
    return new LinearFit(
        parameters[0],
        Arrays.stream(parameters).skip(1).boxed().toList(),
        regression.calculateRSquared());
  }

  /** What the formula gives for these factors. */
  public double at(double... x) {
    double value = base;
    for (int i = 0; i < x.length; i++) {
      value += slopes.get(i) * x[i];
    }
    return value;
  }
}
