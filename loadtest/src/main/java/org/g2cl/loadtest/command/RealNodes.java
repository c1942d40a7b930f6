package org.g2cl.loadtest.command;

import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.node.Starters;

/** Nodes as they are: embedded OpenEJB with our replication, embedded Tomcat with the shop. */
final class RealNodes {
  private RealNodes() {}

  static Starters starters() {
    return new Starters(
        settings -> {
          throw BedException.environment("business nodes are not part of this build yet");
        },
        (name, port, servers) -> {
          throw BedException.environment("web nodes are not part of this build yet");
        });
  }
}
