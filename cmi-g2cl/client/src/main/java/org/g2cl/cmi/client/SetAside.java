package org.g2cl.cmi.client;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Servers that failed, each for a while; bounded by the number of servers. */
final class SetAside {
  private final Map<Location, Long> until = new ConcurrentHashMap<>();
  private final Timing timing;

  SetAside(Timing timing) {
    this.timing = timing;
  }

  /** Tells whether the server was in use until now. */
  boolean add(Location server, Duration time) {
    boolean before = contains(server);
    until.put(server, timing.nanos() + time.toNanos());
    return !before;
  }

  boolean contains(Location server) {
    Long end = until.get(server);
    return end != null && end - timing.nanos() > 0;
  }

  /** Forgets a failure; tells whether there was one. */
  boolean remove(Location server) {
    return !until.isEmpty() && until.remove(server) != null;
  }

  List<Location> now() {
    return until.keySet().stream().filter(this::contains).toList();
  }

  void retain(List<Location> servers) {
    until.keySet().retainAll(servers);
  }
}
