package org.g2cl.bench.delivery;

import org.g2cl.loadtest.statistics.Ratio;
import org.g2cl.loadtest.statistics.Summary;

/**
 * Figures of one system with one size.
 *
 * @param transport stack of JGroups
 * @param subject the system
 * @param bytes size of a message
 * @param delivered messages delivered per second, mean over the members, one value a round
 * @param cpuMicros processor time of all members together for each message delivered to all, in
 *     microseconds
 * @param ratio its rate over that of its engine alone in the same turns; over that of the first
 *     system where the engine alone is not measured
 * @param cpuRatio its processor time over that of the same
 * @param sameOrder whether all members delivered in the same order in every round
 */
public record Cell(
    String transport,
    String subject,
    int bytes,
    Summary delivered,
    Summary cpuMicros,
    Ratio ratio,
    Ratio cpuRatio,
    boolean sameOrder) {}
