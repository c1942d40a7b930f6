package org.g2cl.loadtest.failover;

import java.util.List;
import java.util.TreeMap;
import org.g2cl.loadtest.load.Hit;

/** Answers around a disturbance, in steps. */
final class Slices {
  /** Length of a step. */
  static final long STEP_MICROS = 250_000;

  /**
   * One step.
   *
   * @param seconds its middle, from the disturbance on; negative before
   * @param perSecond good answers per second
   * @param longest longest response time of an answer in it, milliseconds
   */
  record Slice(double seconds, double perSecond, double longest) {}

  private Slices() {}

  /** Steps from one moment to another, around the disturbance; the last ones are whole. */
  static List<Slice> of(List<Hit> hits, long disturbance, long from, long to) {
    TreeMap<Long, long[]> steps = new TreeMap<>();
    for (long step = step(from, disturbance) + 1; step < step(to, disturbance); step++) {
      steps.put(step, new long[2]);
    }
    for (Hit hit : hits) {
      long[] sum = steps.get(step(hit.endMicros(), disturbance));
      if (sum != null) {
        sum[0] += hit.isOk() ? 1 : 0;
        sum[1] = Math.max(sum[1], hit.micros());
      }
    }
    return steps.entrySet().stream()
        .map(
            step ->
                new Slice(
                    (step.getKey() + 0.5) * STEP_MICROS / 1e6,
                    step.getValue()[0] * 1e6 / STEP_MICROS,
                    step.getValue()[1] / 1e3))
        .toList();
  }

  private static long step(long micros, long disturbance) {
    return Math.floorDiv(micros - disturbance, STEP_MICROS);
  }
}
