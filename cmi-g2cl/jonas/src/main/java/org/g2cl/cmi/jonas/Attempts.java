package org.g2cl.cmi.jonas;

import java.time.Duration;
import java.util.Map;
import org.ow2.cmi.ha.RequestId;

/**
 * How often requests that clients sent again were executed here. CMI's client sends a request that
 * was rolled back again at once, and for ever. Counts are kept for a while, and of the newest
 * requests only.
 */
final class Attempts {
  private final int most;
  private final Duration memory;
  private final Map<RequestId, Count> counts = new NewestRequests<>();

  private record Count(int attempts, long last) {}

  /**
   * Knows of none yet.
   *
   * @param most times that a request is executed
   * @param memory time after the last attempt for which it counts
   */
  Attempts(int most, Duration memory) {
    this.most = most;
    this.memory = memory;
  }

  /** A request of that number that comes now is another one. */
  synchronized void forget(RequestId request) {
    counts.remove(request);
  }

  /** Tells whether a request may be executed once more; after a no it is counted anew. */
  synchronized boolean next(RequestId request) {
    long now = System.nanoTime();
    Count count = counts.remove(request);
    int attempts = count == null || now - count.last() > memory.toNanos() ? 0 : count.attempts();
    if (attempts == most) {
      return false;
    }
    counts.put(request, new Count(attempts + 1, now));
    return true;
  }
}
