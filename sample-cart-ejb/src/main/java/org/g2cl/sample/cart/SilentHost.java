package org.g2cl.sample.cart;

import java.time.Duration;

/**
 * Bound on how long PostgreSQL keeps the transaction of a client whose host fell silent: {@link
 * #BOUND}.
 *
 * <p>A connection that is lost without being closed looks to the server like one that is not used.
 * Its transaction keeps its locks and its marker until the server's TCP gives the connection up, by
 * the system's defaults after two hours.
 */
final class SilentHost {
  private static final Duration FIRST_PROBE = Duration.ofSeconds(6);
  private static final Duration NEXT_PROBE = Duration.ofSeconds(3);
  private static final int PROBES = 3;

  /**
   * From the last sign of life until the transaction is rolled back, as long as no statement of it
   * runs.
   */
  static final Duration BOUND = FIRST_PROBE.plus(NEXT_PROBE.multipliedBy(PROBES));

  private SilentHost() {}

  /**
   * Statement that sets the bound for its connection, where neither the URL, the role nor the
   * database names another one.
   *
   * <p>As a parameter of the URL it would replace the options that the user's has, and some poolers
   * refuse it. It has no comma, at which OpenEJB would cut it. The user time-out is for replies
   * that are under way when the host falls silent, as no probes are sent beside them.
   */
  static String statement() {
    return """
        UPDATE pg_settings SET setting = CASE name \
        WHEN 'tcp_keepalives_idle' THEN '%d' \
        WHEN 'tcp_keepalives_interval' THEN '%d' \
        WHEN 'tcp_keepalives_count' THEN '%d' \
        ELSE '%d' END \
        WHERE name ~ '^tcp_(keepalives_(idle|interval|count)|user_timeout)$' \
        AND source !~ 'client|user|database|global'"""
        .formatted(FIRST_PROBE.toSeconds(), NEXT_PROBE.toSeconds(), PROBES, BOUND.toMillis());
  }
}
