package org.g2cl.bench.node;

import java.nio.file.Path;
import java.util.List;

/**
 * How the cost of a replicated call is measured.
 *
 * @param systems systems to be compared
 * @param engine engine of the group
 * @param lines lines of a basket's state, about 100 bytes each; one measurement for each
 * @param rounds measured rounds
 * @param warmups rounds before them that do not count
 * @param pairs calls of the lone caller in a round
 * @param callers callers of the load
 * @param millis duration of the load in a round
 * @param folder for stack files
 * @param seed of the order in which systems take turns
 */
public record CallSettings(
    List<CallSystem> systems,
    String engine,
    List<Integer> lines,
    int rounds,
    int warmups,
    int pairs,
    int callers,
    int millis,
    Path folder,
    long seed) {
  /** Copies the lists. */
  public CallSettings {
    systems = List.copyOf(systems);
    lines = List.copyOf(lines);
  }
}
