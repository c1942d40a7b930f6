package org.g2cl.jgcs.spread;

import java.time.Duration;

/** Counter of trouble that others can cause, which says when to log it: once in a while. */
final class RareLog {
  private static final long PAUSE_NANOS = Duration.ofSeconds(10).toNanos();

  private long count;
  private long due = System.nanoTime();

  /** Counts one event; true when it is time for a line. */
  synchronized boolean count() {
    count++;
    long now = System.nanoTime();
    if (now - due < 0) {
      return false;
    }
    due = now + PAUSE_NANOS;
    return true;
  }

  synchronized long total() {
    return count;
  }
}
