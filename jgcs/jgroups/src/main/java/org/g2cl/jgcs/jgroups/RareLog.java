package org.g2cl.jgcs.jgroups;

import java.time.Duration;

/** Counter of trouble that others can cause, which says when to log it: once in a while. */
final class RareLog {
  private static final long PAUSE_NANOS = Duration.ofSeconds(10).toNanos();

  private long count;
  private long due = System.nanoTime();

  /** Counts one event; 0, or the number of all so far when it is time for a line. */
  synchronized long count() {
    count++;
    long now = System.nanoTime();
    if (now - due < 0) {
      return 0;
    }
    due = now + PAUSE_NANOS;
    return count;
  }
}
