package org.g2cl.propagation;

/**
 * Figures of one member at one moment.
 *
 * @param owned sessions that this member owns
 * @param copies sessions of other members that it holds a copy of
 * @param copiesMissing copies that its own sessions, and those whose owner is gone and that it
 *     stands in for, lack of the number configured
 * @param calls calls admitted since start
 * @param takeOvers sessions taken over since start
 * @param replays requests answered from a stored reply since start
 * @param fenced own calls and foreign updates refused by fencing since start
 * @param repairs copies made again since start, those that the other member took
 * @param refused calls not admitted since start, for another member to take: this one is leaving,
 *     out of the group, or could not decide in time
 * @param stalls times since start that a call waited for a backup which stayed silent for the
 *     acknowledge time-out
 * @param replicatedBytes bytes of changes and copies sent to backups since start, the engine's own
 *     not counted
 * @param failures errors since start that nobody expects and that this member has caught, so that
 *     the rest went on; the log has each kind
 * @param degraded whether the last call went on with fewer backups than the mode wants
 */
public record PropagationStatus(
    int owned,
    int copies,
    int copiesMissing,
    long calls,
    long takeOvers,
    long replays,
    long fenced,
    long repairs,
    long refused,
    long stalls,
    long replicatedBytes,
    long failures,
    boolean degraded) {}
