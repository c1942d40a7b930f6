package org.g2cl.loadtest.node;

import java.util.List;

/** Business node that serves. */
public interface RunningNode extends AutoCloseable {
  /** What it says of itself now. */
  NodeStatus status();

  /** Copies of sessions that it holds now, for tools that compare nodes. */
  default List<CopyLine> copies() {
    return List.of();
  }

  /** Hands its sessions over, leaves the group and stops; bounded in time. */
  @Override
  void close();
}
