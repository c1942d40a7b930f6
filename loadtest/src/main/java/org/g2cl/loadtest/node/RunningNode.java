package org.g2cl.loadtest.node;

/** Business node that serves. */
public interface RunningNode extends AutoCloseable {
  /** What it says of itself now. */
  NodeStatus status();

  /** Hands its sessions over, leaves the group and stops; bounded in time. */
  @Override
  void close();
}
