package org.g2cl.cmi.client;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Each server in turn, beginning anywhere so that many clients do not begin with the same. */
final class RoundRobin implements Policy {
  private final AtomicInteger turn = new AtomicInteger(ThreadLocalRandom.current().nextInt());

  @Override
  public Location choose(List<Location> servers) {
    return servers.get(Math.floorMod(turn.getAndIncrement(), servers.size()));
  }
}
