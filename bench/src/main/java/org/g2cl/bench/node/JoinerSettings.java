package org.g2cl.bench.node;

/**
 * How a joiner that is to take all copies is measured.
 *
 * @param engine engine of the group
 * @param sessions sessions that wait for a second copy
 * @param lines lines of a session's state
 * @param callers callers at work meanwhile, each with a session of its own
 * @param pauseMicros mean pause of a caller between two calls
 * @param sliceMillis length of a measured slice
 * @param slices slices measured once all copies are there
 */
public record JoinerSettings(
    String engine,
    int sessions,
    int lines,
    int callers,
    int pauseMicros,
    int sliceMillis,
    int slices) {}
