package org.g2cl.simulate;

import java.util.List;

/**
 * Outcome of the simulation of one seed.
 *
 * @param violations what was wrong; empty when all invariants held
 * @param history what happened, line by line
 * @param digest of the history: the same for the same seed and plan
 * @param acknowledged requests answered
 * @param unanswered requests given up by their client
 * @param sessions that were created, as their client was told
 * @param lost those all of whose copies in step crashed at a time
 * @param events events executed
 */
public record Result(
    long seed,
    List<String> violations,
    List<String> history,
    long digest,
    long acknowledged,
    long unanswered,
    long sessions,
    long lost,
    long events) {}
