package org.g2cl.loadtest.node;

import java.util.Optional;
import org.g2cl.cmi.core.HaService;

/** Business node that serves. */
public interface RunningNode extends AutoCloseable {
  /** The HA service that it is a member by; empty when it runs alone. */
  default Optional<HaService> ha() {
    return Optional.empty();
  }

  /** What it says of itself now. */
  NodeStatus status();

  /** Hands its sessions over, leaves the group and stops; bounded in time. */
  @Override
  void close();
}
