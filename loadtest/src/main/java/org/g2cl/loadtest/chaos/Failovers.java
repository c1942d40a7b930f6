package org.g2cl.loadtest.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Stalls of sessions whose server failed, over all faults of a sort.
 *
 * @param count stalls
 * @param median in milliseconds; 0 when there is none, as the others
 */
public record Failovers(int count, long median, long p99, long longest) {
  private static final long CLOSED_MILLIS = 1_000;
  private static final long SILENT_MILLIS = 10_000;

  /** Stalls of the faults of these kinds. */
  static Failovers of(List<Fault> faults, Predicate<FaultKind> kinds) {
    List<Long> all =
        faults.stream()
            .filter(fault -> kinds.test(fault.kind()))
            .flatMap(fault -> fault.stallMillis().stream())
            .sorted()
            .toList();
    return new Failovers(all.size(), at(all, 0.5), at(all, 0.99), at(all, 1));
  }

  private static long at(List<Long> sorted, double quantile) {
    return sorted.isEmpty()
        ? 0
        : sorted.get((int) Math.max(0, Math.ceil(quantile * sorted.size()) - 1));
  }

  /** What is slower than promised: 1 s when sockets closed, 10 s when a node fell silent. */
  static List<Violation> violations(List<Fault> faults) {
    List<Violation> slow = new ArrayList<>();
    add(slow, of(faults, FaultKind::closesSockets), CLOSED_MILLIS, "whose server was killed");
    add(slow, of(faults, FaultKind::isSilent), SILENT_MILLIS, "whose server fell silent");
    return slow;
  }

  private static void add(List<Violation> slow, Failovers stalls, long promised, String whose) {
    if (stalls.p99() > promised) {
      slow.add(
          new Violation(
              Violation.Kind.SLOW_FAILOVER,
              String.format(
                  Locale.ROOT,
                  "sessions %s answered again after %d ms at p99 of %d (promised: %d ms), at most"
                      + " %d ms",
                  whose,
                  stalls.p99(),
                  stalls.count(),
                  promised,
                  stalls.longest())));
    }
  }
}
