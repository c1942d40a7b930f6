package org.g2cl.loadtest.failover;

import java.util.Collection;
import java.util.function.LongSupplier;

/**
 * A rolling restart: node after node leaves in order and is started again. Times are milliseconds,
 * the first two of the node that took longest.
 *
 * @param redundancy from its stop until the others missed no copy
 * @param whole from its being ready again until all were in one view and missed no copy
 * @param length of the whole roll
 */
record Roll(double redundancy, double whole, double length) {

  /** The nodes that it is made of. */
  interface Nodes {
    /**
     * Stops a node in order; returns once it has ended and the others miss no copy.
     *
     * @return milliseconds until they missed none
     */
    double stop(String name) throws InterruptedException;

    /** Starts a node; returns once it is ready. */
    void start(String name);

    /**
     * Waits until all are in one view and miss no copy.
     *
     * @return milliseconds that it took
     */
    double awaitWhole() throws InterruptedException;
  }

  /**
   * Makes one.
   *
   * @param clock nanoseconds
   */
  static Roll of(Collection<String> names, Nodes nodes, LongSupplier clock)
      throws InterruptedException {
    long begin = clock.getAsLong();
    double redundancy = Outcome.NONE;
    double whole = Outcome.NONE;
    for (String name : names) {
      redundancy = Math.max(redundancy, nodes.stop(name));
      nodes.start(name);
      whole = Math.max(whole, nodes.awaitWhole());
    }
    return new Roll(redundancy, whole, (clock.getAsLong() - begin) / 1e6);
  }
}
