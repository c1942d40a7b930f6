package org.g2cl.loadtest.failover;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.g2cl.loadtest.load.Hit;

/** Waits of clients around a disturbance. */
final class Stalls {
  private Stalls() {}

  /**
   * Longest wait of each client from one answer to the next, of those waits that end after the
   * disturbance or do not end; in the clients' order, in milliseconds. One that does not end counts
   * until the end of the load: it was at least that long.
   *
   * @param from moment of the disturbance, microseconds since 1970
   * @param to moment from which on waits are not looked at
   * @param end end of the load
   */
  static List<Double> of(List<Hit> hits, long from, long to, long end) {
    Map<Integer, Long> last = new TreeMap<>();
    Map<Integer, Long> longest = new TreeMap<>();
    hits.stream()
        .sorted(Comparator.comparingLong(Hit::endMicros))
        .forEach(
            hit -> {
              Long before = last.put(hit.client(), hit.endMicros());
              if (before != null && hit.endMicros() > from && before < to) {
                longest.merge(hit.client(), hit.endMicros() - before, Math::max);
              }
            });
    last.forEach(
        (client, answered) -> {
          if (answered < to) {
            longest.merge(client, end - answered, Math::max);
          }
        });
    List<Double> millis = new ArrayList<>();
    longest.values().forEach(micros -> millis.add(micros / 1e3));
    return millis;
  }
}
