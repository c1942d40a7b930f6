package org.g2cl.cmi.jonas;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/**
 * Clients that the servers were told of since the cluster started; each server keeps a count of its
 * own, so that none is overwritten. Thread-safe.
 */
final class ClientCount {
  private static final String CLIENTS = "clients";

  /** How many are remembered, so that one which is told again is not counted again. */
  private static final int CLIENTS_KNOWN = 10_000;

  private final SharedFacts facts;
  private final String here = CLIENTS + "/" + UUID.randomUUID();
  private final Set<UUID> known = new HashSet<>();
  private int countedHere;

  ClientCount(SharedFacts facts) {
    this.facts = facts;
  }

  /** Whichever server they told. */
  int sum() {
    int count = 0;
    for (String member : facts.children(CLIENTS)) {
      count += facts.number(CLIENTS + "/" + member).orElse(0);
    }
    return count;
  }

  /** Counts a client once. */
  void add(UUID client) {
    synchronized (known) {
      if (known.size() >= CLIENTS_KNOWN) {
        known.clear();
      }
      if (!known.contains(client)) {
        facts.setNumber(here, countedHere + 1); // the same again when it failed
        countedHere++;
        known.add(client);
      }
    }
  }
}
