package org.g2cl.loadtest.load;

import java.util.List;
import java.util.Optional;

/**
 * One request of the load, as httpd's access log tells it.
 *
 * @param startMicros when httpd got it, microseconds since 1970
 * @param micros time until the answer was written
 * @param status HTTP status
 * @param route web node that answered
 * @param phase phase of the load, for instance {@code run}
 * @param client number of the client
 */
public record Hit(
    long startMicros, long micros, int status, String route, String phase, int client) {
  private static final int FIELDS = 6;

  /** Reads a line; empty when it is no request of the load. */
  public static Optional<Hit> parse(String line) {
    String[] fields = line.split(" ", FIELDS);
    if (fields.length < FIELDS) {
      return Optional.empty();
    }
    int dash = fields[4].lastIndexOf('-');
    if (dash < 1) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Hit(
              Long.parseLong(fields[0]),
              Long.parseLong(fields[1]),
              Integer.parseInt(fields[2]),
              fields[3].intern(),
              fields[4].substring(0, dash).intern(),
              Integer.parseInt(fields[4].substring(dash + 1))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Clients that were not answered.
   *
   * @param clients clients at work
   * @param from moment from which on each is to be answered once, microseconds since 1970
   */
  public static long unanswered(List<Hit> hits, int clients, long from) {
    return clients
        - hits.stream().filter(hit -> hit.endMicros() >= from).map(Hit::client).distinct().count();
  }

  /** When the answer was written, microseconds since 1970. */
  public long endMicros() {
    return startMicros + micros;
  }

  /** Whether the answer was a 2xx. */
  public boolean isOk() {
    return status / 100 == 2;
  }
}
