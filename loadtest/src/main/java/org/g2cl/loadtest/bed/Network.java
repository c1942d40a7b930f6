package org.g2cl.loadtest.bed;

import java.util.Set;

/**
 * Network between the nodes of a bed, to be disturbed. Nodes are named as in the bed; {@link #BED}
 * stands for what runs beside this JVM: database, clients and the status.
 *
 * <p>What is blocked vanishes without a trace: no error, no reset. Thread-safe.
 */
public interface Network {
  /** Name for this JVM's own end of the network. */
  String BED = "bed";

  /** What this machine's network can do besides blocking. */
  enum Ability {
    /** Slow links. */
    RATE,
    /** Delay and loss. */
    DELAY
  }

  /** Abilities that were tried out and found to work. */
  Set<Ability> abilities();

  /** Blocks everything that one sends to the other, but not the way back. */
  void block(String from, String to);

  /**
   * Makes a node's link slow, both ways.
   *
   * @param kilobits most kilobits in a second
   * @throws BedException when the network is not able to
   */
  void slow(String node, int kilobits);

  /** Takes all disturbances away. */
  void heal();
}
