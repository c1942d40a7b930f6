package org.g2cl.bench.node;

import java.util.List;

/**
 * How the memory of sessions is measured.
 *
 * @param engine engine of the group
 * @param nodes nodes: the first owns the sessions, the second keeps their copies
 * @param before sessions that are open before the first measurement
 * @param counts numbers of sessions besides, rising; the formula is fitted without the last
 * @param lines lines of a session's state, one series of measurements for each
 */
public record MemorySettings(
    String engine, int nodes, int before, List<Integer> counts, List<Integer> lines) {
  /** Copies the lists. */
  public MemorySettings {
    counts = List.copyOf(counts);
    lines = List.copyOf(lines);
  }
}
