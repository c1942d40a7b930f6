package org.g2cl.loadtest.chaos;

import java.util.List;
import java.util.stream.Stream;

/**
 * Times in milliseconds that clients waited for a fault, in no order. Each wait is in one list,
 * chosen by what it waited for.
 *
 * @param failovers for each session whose owner failed: from the fault, or the begin of the first
 *     call after it, until a call of the session was answered
 * @param within calls that began and ended while the fault lasted, though their owner did not fail:
 *     they waited for a backup, or for the view
 * @param through calls that began while the fault lasted and ended only after it: their owner, or
 *     what it needed, was cut off or halted all the time
 * @param returns calls that began after the fault, before all was whole: they waited for joins,
 *     merges, copies made again
 * @param creations calls that created a session, from the fault until all was whole: a session that
 *     is not there yet has no owner that could fail
 */
record Waits(
    List<Long> failovers,
    List<Long> within,
    List<Long> through,
    List<Long> returns,
    List<Long> creations) {
  static final Waits NONE = new Waits(List.of(), List.of(), List.of(), List.of(), List.of());

  /** Copies the lists. */
  Waits {
    failovers = List.copyOf(failovers);
    within = List.copyOf(within);
    through = List.copyOf(through);
    returns = List.copyOf(returns);
    creations = List.copyOf(creations);
  }

  /** Those that were no failovers. */
  Stream<Long> others() {
    return Stream.of(within, through, returns, creations).flatMap(List::stream);
  }
}
