package org.g2cl.loadtest.chaos;

import java.util.List;

/**
 * Times in milliseconds that clients waited for a fault, in no order.
 *
 * @param failovers for each session whose owner failed: from the fault, or the begin of the first
 *     call after it, until a call of the session was answered
 * @param stays calls that waited while the fault lasted, though their server did not fail
 * @param returns calls that waited when nodes came back: joins, merges, copies made again
 */
record Waits(List<Long> failovers, List<Long> stays, List<Long> returns) {
  static final Waits NONE = new Waits(List.of(), List.of(), List.of());

  /** Copies the lists. */
  Waits {
    failovers = List.copyOf(failovers);
    stays = List.copyOf(stays);
    returns = List.copyOf(returns);
  }
}
