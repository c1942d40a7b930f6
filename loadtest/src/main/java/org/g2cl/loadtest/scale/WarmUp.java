package org.g2cl.loadtest.scale;

import java.time.Duration;
import java.util.function.ToDoubleFunction;
import org.g2cl.loadtest.statistics.SteadyState;

/**
 * Calls on a fresh bed that do not count, in rounds, until it has ceased to get faster: beds of
 * many nodes, each of which gets few of the calls, take longer than those of few.
 *
 * @param steady whether it ceased; else the time was over
 * @param seconds that it took
 */
record WarmUp(boolean steady, double seconds) {
  private static final int MOST_ROUNDS = 20;

  /** A quarter of them, in which nothing must get faster. */
  private static final int STEADY_ROUNDS = MOST_ROUNDS / 4;

  /**
   * Warms a bed up, for the longest time given or less, three tenths of it at least.
   *
   * @param callsPerSecond makes calls for a time and tells how many it made in a second
   */
  static WarmUp of(Duration longest, ToDoubleFunction<Duration> callsPerSecond) {
    Duration round = longest.dividedBy(MOST_ROUNDS);
    SteadyState state = new SteadyState(STEADY_ROUNDS);
    int rounds = 0;
    while (rounds < MOST_ROUNDS && !state.isReached()) {
      state.add(callsPerSecond.applyAsDouble(round));
      rounds++;
    }
    return new WarmUp(state.isReached(), rounds * round.toMillis() / 1e3);
  }
}
