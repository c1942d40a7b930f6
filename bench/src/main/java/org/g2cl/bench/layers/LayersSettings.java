package org.g2cl.bench.layers;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How the layers are measured.
 *
 * @param name of the report
 * @param kinds layers between two ends, constants of {@link Kinds}
 * @param engine engine below jGCS
 * @param calls whether calls of beans are measured too
 * @param sizes bytes of a message
 * @param rounds least measurements of each layer and size, over all starts
 * @param starts times that the workers are started anew
 * @param connections times at each start that the ends are connected anew: how their threads fall
 *     on processors lasts as long as they run, and makes up to three times the latency
 * @param duration how long all is measured: there are as many measurements as fit; zero for the
 *     least
 * @param pairs pairs of message and acknowledgement in a measurement; fewer of large messages
 * @param warmups pairs of each layer before all others
 * @param folder for stack files
 * @param seed of the order in which layers take turns
 */
public record LayersSettings(
    String name,
    List<String> kinds,
    String engine,
    boolean calls,
    List<Integer> sizes,
    int rounds,
    int starts,
    int connections,
    Duration duration,
    int pairs,
    int warmups,
    Path folder,
    long seed) {
  private static final int LEAST_PAIRS = 5;
  private static final int BYTES_FOR_ALL_PAIRS = 100_000;

  /** Copies the lists. */
  public LayersSettings {
    kinds = List.copyOf(kinds);
    sizes = List.copyOf(sizes);
  }

  /** Least measurements of each layer and size at each connection. */
  int roundsOfConnection() {
    int all = starts * connections;
    return (rounds + all - 1) / all;
  }

  /** Pairs of one measurement with messages of this size. */
  int pairs(int size) {
    double share = Math.min(1, BYTES_FOR_ALL_PAIRS / (double) Math.max(1, size));
    return Math.max(Math.min(LEAST_PAIRS, pairs), (int) (pairs * share));
  }
}
