package org.g2cl.bench.node;

import java.util.List;

/**
 * How the creation of sessions is measured.
 *
 * @param engine engine of the group
 * @param nodes nodes that replicate to each other
 * @param counts numbers of sessions created one after another
 * @param keeps numbers of finished sessions that may be kept for reuse; the first is compared with
 * @param tasks tasks of a round, each of which needs a session
 * @param callers tasks at a time
 * @param lines lines of a session's state
 * @param rounds measured rounds
 */
public record SessionsSettings(
    String engine,
    int nodes,
    List<Integer> counts,
    List<Integer> keeps,
    int tasks,
    int callers,
    int lines,
    int rounds) {
  /** Copies the lists. */
  public SessionsSettings {
    counts = List.copyOf(counts);
    keeps = List.copyOf(keeps);
  }
}
