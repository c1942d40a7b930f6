package org.g2cl.loadtest.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Tells when a system that is being warmed up has ceased to get faster, so that what is measured
 * from then on is not the work of its compilers.
 *
 * <p>Reached when none of the last rounds was more than 5 percent faster than the fastest round
 * before them. A round that was disturbed, and is slow, does not matter; a system that gets faster
 * in small steps is not steady until the steps of so many rounds together are smaller. After A.
 * Georges, D. Buytaert, L. Eeckhout: Statistically Rigorous Java Performance Evaluation, OOPSLA
 * 2007, section 4.1, which asks for a bound on the spread of the last rounds; on a machine that
 * does other work that bound may never be kept.
 */
public final class SteadyState {
  /** What counts as faster. */
  private static final double FASTER = 1.05;

  private final List<Double> rates = new ArrayList<>();
  private final int rounds;

  /**
   * Creates the state of a system that has not been loaded yet.
   *
   * @param rounds last rounds that must not be faster, at least 1
   */
  public SteadyState(int rounds) {
    this.rounds = rounds;
  }

  /** Adds a round, by the requests that it did in a second. */
  public void add(double perSecond) {
    rates.add(perSecond);
  }

  /** Tells whether it is reached. */
  public boolean isReached() {
    int last = rates.size() - rounds;
    return last > 0
        && Collections.max(rates.subList(last, rates.size()))
            <= FASTER * Collections.max(rates.subList(0, last));
  }
}
