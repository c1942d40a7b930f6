package org.g2cl.loadtest.report;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Figures of a report in words, for people. */
final class Figures {
  private Figures() {}

  static Map<String, String> of(Report r) {
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put(
        "nodes",
        "%d (%d business, %d web, 1 balancer)"
            .formatted(r.nodes(), r.businessNodes(), r.webNodes()));
    rows.put(
        "replication",
        r.replication()
            ? "on, %d synchronous %s"
                .formatted(r.backups(), r.backups() == 1 ? "backup" : "backups")
            : "off");
    rows.put("clients", number(r.clients()) + ", each with a cart of its own");
    rows.put("requests", number(r.requests()));
    rows.put("failed requests", number(r.failed()));
    rows.put("lost updates", of(r.lostUpdates(), r.acknowledgedWrites()));
    rows.put("duplicate updates", number(r.duplicateUpdates()));
    rows.put("orders missing", of(r.ordersMissing(), r.acknowledgedCheckouts()));
    rows.put("orders duplicated", number(r.ordersDuplicated()));
    if (r.ordersUnexpected() > 0) {
      rows.put("orders unexpected", number(r.ordersUnexpected()));
    }
    if (r.cartsLost() > 0) {
      rows.put("carts lost", number(r.cartsLost()));
    }
    rows.put("nodes killed", number(r.kills()));
    rows.put("throughput", "%s requests/s".formatted(decimal(r.throughputPerSecond())));
    rows.put(
        "response time",
        "median %s, 95 %% %s, 99 %% %s ms"
            .formatted(decimal(r.p50Millis()), decimal(r.p95Millis()), decimal(r.p99Millis())));
    rows.put(
        "longest stall of a client",
        decimal(r.longestStallMillis()) + " ms from one answer to the next");
    rows.put("back at 90 % throughput", recovery(r));
    return rows;
  }

  private static String recovery(Report r) {
    if (r.kills() == 0) {
      return "no node was killed";
    }
    if (r.recoveryMillis() == null) {
      return "not seen before the run's end";
    }
    return r.recoveryMillis() == 0
        ? "never below it for a second after the kill"
        : number(r.recoveryMillis())
            + " ms after the kill (a second with 90 % of the mean before it)";
  }

  /** The audit looks at all that the carts have seen, requests count from the measured run. */
  private static String of(long wrong, long acknowledged) {
    return "%s of %s, warm-up included".formatted(number(wrong), number(acknowledged));
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.1f", value);
  }
}
