package org.g2cl.cmi.client;

import java.time.Duration;
import java.util.function.Predicate;

/**
 * When to give up waiting for a server that is silent: after a while it is asked again and again
 * whether to.
 *
 * @param first time before it is asked first
 * @param next time between two times
 * @param due tells within that time whether the server is to be given up
 */
record GivingUp(Duration first, Duration next, Predicate<Duration> due) {
  /** Not before the time of the wait is over. */
  static final GivingUp NEVER =
      new GivingUp(Duration.ofDays(1), Duration.ofDays(1), longest -> false);

  /** Tells whether the server is to be given up; it takes no longer than that. */
  boolean isDue(Duration longest) {
    return due.test(longest);
  }
}
