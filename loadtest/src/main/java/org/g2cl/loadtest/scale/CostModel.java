package org.g2cl.loadtest.scale;

import java.util.List;
import java.util.Optional;
import org.g2cl.loadtest.statistics.LinearFit;

/**
 * What a call costs the nodes' processors, as a formula: a base; so much for each copy; so much for
 * each KB of state, which is serialized and compared; so much for each KB that goes to a backup.
 *
 * <p>Fitted to all points but those at the far end of each axis, which it is then held against.
 *
 * @param fit base and slopes
 */
public record CostModel(LinearFit fit) {
  private static final int FACTORS = 3;

  /** Formula of these points; empty when there are too few. */
  static Optional<CostModel> of(List<GrowthPoint> points) {
    List<GrowthPoint> near = points.stream().filter(point -> !point.farthest()).toList();
    if (near.size() <= FACTORS + 1) {
      return Optional.empty();
    }
    double[][] x = near.stream().map(point -> factors(point.point())).toArray(double[][]::new);
    double[] y = near.stream().mapToDouble(point -> point.cpu().mean()).toArray();
    try {
      return Optional.of(new CostModel(LinearFit.of(x, y)));
    } catch (org.apache.commons.math3.linear.SingularMatrixException e) {
      return Optional.empty(); // nothing but one axis was measured
    }
  }

  private static double[] factors(ScalePoint point) {
    return new double[] {point.copies(), point.kilobytes(), point.kilobytesSent()};
  }

  /** Microseconds of processor time that the formula gives. */
  double at(ScalePoint point) {
    return fit.at(factors(point));
  }
}
