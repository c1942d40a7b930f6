package org.g2cl.cmi.client;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Any server, all alike. */
final class RandomChoice implements Policy {
  @Override
  public Location choose(List<Location> servers) {
    return servers.get(ThreadLocalRandom.current().nextInt(servers.size()));
  }
}
