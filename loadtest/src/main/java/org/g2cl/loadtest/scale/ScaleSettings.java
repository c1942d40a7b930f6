package org.g2cl.loadtest.scale;

import java.time.Duration;
import java.util.List;

/**
 * What is measured, and how long.
 *
 * @param points points, measured once a round
 * @param rounds times that all are measured, each time with beds started anew
 * @param callers threads that call at the same time
 * @param warmUp longest time of calls on a fresh bed that do not count, see {@link WarmUp}
 * @param duration length of a measurement
 * @param seed of the order
 */
public record ScaleSettings(
    List<ScalePoint> points,
    int rounds,
    int callers,
    Duration warmUp,
    Duration duration,
    long seed) {
  /** Copies the list. */
  public ScaleSettings {
    points = List.copyOf(points);
  }

  /** Settings of the usual points, or of a few. */
  public static ScaleSettings of(
      boolean quick, int rounds, int callers, Duration warmUp, Duration duration, long seed) {
    return new ScaleSettings(ScalePoint.all(quick), rounds, callers, warmUp, duration, seed);
  }
}
