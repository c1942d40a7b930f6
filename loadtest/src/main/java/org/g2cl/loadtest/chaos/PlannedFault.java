package org.g2cl.loadtest.chaos;

import java.time.Duration;

/**
 * Fault of a schedule.
 *
 * @param at time after the begin of the run, at the earliest
 * @param hold time for which it lasts
 * @param pick number that chooses the node
 * @param otherPick number that chooses further nodes
 */
record PlannedFault(FaultKind kind, Duration at, Duration hold, int pick, int otherPick) {}
