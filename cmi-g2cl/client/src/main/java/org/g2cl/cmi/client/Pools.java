package org.g2cl.cmi.client;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Connection pools, one per server in use. */
final class Pools {
  /** One for all clusters, so that there is one thread. */
  private static final IdleWatch WATCH = new IdleWatch();

  private final Map<Location, ConnectionPool> pools = new ConcurrentHashMap<>();
  private final ClientSettings settings;
  private volatile boolean closed;

  Pools(ClientSettings settings) {
    this.settings = settings;
  }

  ConnectionPool of(Location server) {
    ConnectionPool pool = pools.get(server);
    if (pool != null) {
      return pool;
    }
    ConnectionPool made =
        pools.computeIfAbsent(server, key -> new ConnectionPool(key, settings, WATCH));
    if (closed) { // for a call that goes on: its connection is closed when it is over
      made.close();
    }
    return made;
  }

  void closeIdle(Location server) {
    ConnectionPool pool = pools.get(server);
    if (pool != null) {
      pool.closeIdle();
    }
  }

  /** Drops the pools of all other servers; calls on their connections come to their end. */
  void retain(Collection<Location> servers) {
    for (Location server : List.copyOf(pools.keySet())) {
      if (!servers.contains(server)) {
        ConnectionPool dropped = pools.remove(server);
        if (dropped != null) {
          dropped.close();
        }
      }
    }
  }

  /** Closes what is idle now, and all others when the calls on them are over. */
  void close() {
    closed = true;
    retain(List.of());
  }

  int open() {
    return pools.values().stream().mapToInt(ConnectionPool::open).sum();
  }
}
