package org.g2cl.simulate;

import java.time.Duration;

/**
 * What a simulation does.
 *
 * @param nodes servers
 * @param clients callers, each with some sessions of its own, and some that two share
 * @param load time for which clients call and faults happen
 * @param calm time without faults and calls, after which all copies have to agree
 * @param backups copies besides the owner's
 */
public record Plan(int nodes, int clients, Duration load, Duration calm, int backups) {
  /** As {@link #standard()}, but two minutes in all. */
  public static Plan brief() {
    return new Plan(9, 8, Duration.ofSeconds(80), Duration.ofSeconds(40), 1);
  }

  /** Nine nodes, eight clients, five minutes in all, one backup. */
  public static Plan standard() {
    return new Plan(9, 8, Duration.ofSeconds(260), Duration.ofSeconds(40), 1);
  }
}
