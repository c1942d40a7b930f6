package org.g2cl.loadtest.chaos;

import java.util.List;
import java.util.Set;

/**
 * Order in which nodes are exchanged: one after the other until none runs the former build, then
 * one after the other until all do, and so on. Used by one thread.
 */
final class Upgrade {
  private boolean back;

  /**
   * The node that is exchanged next.
   *
   * @param nodes all
   * @param former those of the former build, and maybe others that do not run
   * @param pick number that chooses among those whose turn it is
   */
  String next(List<String> nodes, Set<String> former, int pick) {
    boolean some = nodes.stream().anyMatch(former::contains);
    back = !some || (back && !former.containsAll(nodes));
    List<String> waiting = nodes.stream().filter(node -> former.contains(node) != back).toList();
    return waiting.get(pick % waiting.size());
  }

  /** Whether the last one was exchanged back to the former build. */
  boolean isBack() {
    return back;
  }
}
