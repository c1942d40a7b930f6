package org.g2cl.cmi.client;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * How long to go on waiting for a server that is silent: after a while it is asked again and again
 * whether to give the server up.
 *
 * @param first time before it is asked first
 * @param next time between two times
 * @param over tells whether the server is to be given up
 */
record Patience(Duration first, Duration next, BooleanSupplier over) {
  /** Until the time of the wait is over. */
  static final Patience ENDLESS = new Patience(Duration.ofDays(1), Duration.ofDays(1), () -> false);

  boolean isOver() {
    return over.getAsBoolean();
  }
}
