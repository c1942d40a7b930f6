package org.g2cl.cmi.jonas;

import net.sf.jgcs.spi.RareLog;
import org.ow2.cmi.ha.SessionId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refusals of requests that cannot go on here, each an {@link Error}: the container's generated
 * code takes any exception for "no response" and would execute them on an empty bean. Thread-safe.
 */
final class Refusals {
  private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

  private final String self;
  private final RareLog refusals = new RareLog();

  /**
   * Has refused nothing yet.
   *
   * @param self of this member, for log and client
   */
  Refusals(String self) {
    this.self = self;
  }

  /** Anybody who reaches the server can be refused as often as he likes; each client is told. */
  Error of(SessionId session, Exception e) {
    String reason = e instanceof RuntimeException ? e.toString() : e.getMessage();
    if (refusals.count()) {
      LOG.warn(
          "{}: session {} cannot go on here: {} ({} calls refused so far)",
          self,
          session,
          reason,
          refusals.total());
    } else {
      LOG.debug("{}: session {} cannot go on here: {}", self, session, reason);
    }
    return new Error("session %s cannot go on at %s: %s".formatted(session, self, e.getMessage()));
  }
}
