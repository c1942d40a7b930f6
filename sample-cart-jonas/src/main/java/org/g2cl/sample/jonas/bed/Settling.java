package org.g2cl.sample.jonas.bed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Tells when a system is warm: when its response times have stopped falling.
 *
 * <p>It has settled when three measurements in a row lie within a tolerance of the least of them. A
 * system whose compiler is still at work gets faster from one to the next; one lucky pair of equal
 * measurements is not enough.
 */
final class Settling {
  /** Measurements that have to be alike. */
  static final int ALIKE = 3;

  /** What they may differ by, as a share. */
  static final double TOLERANCE = 0.05;

  private final List<Long> times = new ArrayList<>();

  /** Adds a measurement, a mean response time in microseconds. */
  void add(long micros) {
    times.add(micros);
  }

  /** Tells whether the last measurements are alike. */
  boolean isSettled() {
    if (times.size() < ALIKE) {
      return false;
    }
    List<Long> last = times.subList(times.size() - ALIKE, times.size());
    return Collections.max(last) <= (1 + TOLERANCE) * Collections.min(last);
  }

  /** All measurements, in microseconds. */
  List<Long> times() {
    return Collections.unmodifiableList(times);
  }
}
