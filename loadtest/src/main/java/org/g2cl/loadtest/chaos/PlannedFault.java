package org.g2cl.loadtest.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Fault of a schedule.
 *
 * @param at time after the begin of the run, at the earliest
 * @param hold time for which it lasts
 * @param pick number that chooses the node
 * @param otherPick number that chooses further nodes
 */
record PlannedFault(FaultKind kind, Duration at, Duration hold, int pick, int otherPick) {
  /** The nodes in an order that the fault has chosen. */
  List<String> shuffled(List<String> nodes) {
    List<String> order = new ArrayList<>(nodes);
    Collections.shuffle(order, new Random(otherPick));
    return order;
  }
}
