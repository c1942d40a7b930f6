package org.g2cl.simulate;

import java.time.Duration;

/**
 * What a simulation does.
 *
 * @param nodes servers; {@link #DRAWN} for as many as the seed says
 * @param clients callers, each with some sessions of its own, and some that two share
 * @param load time for which clients call and faults happen
 * @param calm time without faults and calls, after which all copies have to agree
 * @param copies what servers make of a session
 * @param partition which part of a split group goes on
 */
public record Plan(
    int nodes,
    int clients,
    Duration load,
    Duration calm,
    Copies copies,
    PartitionChoice partition) {
  /** In place of a number of nodes: the seed draws {@link #FEWEST} to {@link #MOST}. */
  public static final int DRAWN = 0;

  /** Fewest nodes that a seed draws. */
  public static final int FEWEST = 2;

  /** Most nodes that a seed draws. */
  public static final int MOST = 9;

  /** Spreads seeds in a row; not a random number, of which those in a row begin alike. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  /** Nodes of that seed. */
  int nodes(long seed) {
    long spread = (seed * SPREAD) >>> Integer.SIZE;
    return nodes == DRAWN ? FEWEST + (int) (spread % (MOST - FEWEST + 1)) : nodes;
  }

  /** The same with the number of nodes that the seed draws. */
  Plan drawnBy(long seed) {
    return new Plan(nodes(seed), clients, load, calm, copies, partition);
  }

  /** Nine nodes, eight clients, two minutes in all, one backup. */
  public static Plan brief() {
    return brief(MOST);
  }

  /** The same with so many nodes. */
  public static Plan brief(int nodes) {
    return new Plan(
        nodes,
        8,
        Duration.ofSeconds(80),
        Duration.ofSeconds(40),
        Copies.USUAL,
        PartitionChoice.DRAWN);
  }

  /** Two to nine nodes, eight clients, five minutes in all, one backup. */
  public static Plan standard() {
    return new Plan(
        DRAWN,
        8,
        Duration.ofSeconds(260),
        Duration.ofSeconds(40),
        Copies.USUAL,
        PartitionChoice.DRAWN);
  }
}
