package org.g2cl.loadtest.chaos;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Waits of a sort, over all faults of some kinds.
 *
 * @param faults faults of the kinds
 * @param met those of them that anybody waited for
 * @param count waits
 * @param median in milliseconds; 0 when there is none, as the others
 */
record Failovers(long faults, long met, int count, long median, long p99, long longest) {
  private static final long CLOSED_MILLIS = 1_000;
  private static final long SILENT_MILLIS = 10_000;
  private static final int ENOUGH_FOR_P99 = 100;

  /** In place of a time that nobody waited. */
  static final String NONE = "–";

  static final String NO_SAMPLE = "no sample";

  /** Failovers of the faults of these kinds. */
  static Failovers of(List<Fault> faults, Predicate<FaultKind> kinds) {
    return of(faults, kinds, Waits::failovers);
  }

  /** Waits of a sort, of the faults of these kinds. */
  static Failovers of(
      List<Fault> faults, Predicate<FaultKind> kinds, Function<Waits, List<Long>> sort) {
    return of(
        faults.stream()
            .filter(fault -> kinds.test(fault.kind()))
            .map(fault -> sort.apply(fault.waits()))
            .toList());
  }

  /**
   * The same of what is given.
   *
   * @param each waits of each fault
   */
  static Failovers of(List<List<Long>> each) {
    List<Long> all = each.stream().flatMap(List::stream).sorted().toList();
    long met = each.stream().filter(waits -> !waits.isEmpty()).count();
    return new Failovers(each.size(), met, all.size(), at(all, 0.5), at(all, 0.99), at(all, 1));
  }

  /** In a few words. */
  String text() {
    return count == 0
        ? NO_SAMPLE
        : String.format(
            Locale.ROOT, "%s (%,d at %,d of %,d faults)", quantiles(), count, met, faults);
  }

  /** For programs: {@code null} for a time of which there are too few waits. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("count", count);
    json.put("faults", faults);
    json.put("faultsMet", met);
    json.put("p50Millis", count == 0 ? null : median);
    json.put("p99Millis", count < ENOUGH_FOR_P99 ? null : p99);
    json.put("longestMillis", count == 0 ? null : longest);
    return json;
  }

  /** Of few waits the 99th percentile is the longest, and of one the median too. */
  private String quantiles() {
    if (count == 1) {
      return millis(longest);
    }
    return count < ENOUGH_FOR_P99
        ? "p50 %s, longest %s".formatted(millis(median), millis(longest))
        : "p50 %s, p99 %s, longest %s".formatted(millis(median), millis(p99), millis(longest));
  }

  /** The 99th percentile for people, or a dash when there are too few waits for one. */
  String shownP99() {
    return count < ENOUGH_FOR_P99 ? NONE : millis(p99);
  }

  static String millis(long millis) {
    return String.format(Locale.ROOT, "%,d ms", millis);
  }

  private static long at(List<Long> sorted, double quantile) {
    return sorted.isEmpty()
        ? 0
        : sorted.get((int) Math.max(0, Math.ceil(quantile * sorted.size()) - 1));
  }

  private String slowest() {
    return count < ENOUGH_FOR_P99
        ? String.format(Locale.ROOT, "%,d ms, the longest of %,d", longest, count)
        : String.format(Locale.ROOT, "%,d ms at p99 of %,d, at most %,d ms", p99, count, longest);
  }

  /** What is slower than promised: 1 s when sockets closed, 10 s when a node fell silent. */
  static List<Violation> violations(List<Fault> faults) {
    List<Violation> slow = new ArrayList<>();
    add(slow, of(faults, FaultKind::closesSockets), CLOSED_MILLIS, "whose server was killed");
    add(slow, of(faults, FaultKind::isSilent), SILENT_MILLIS, "whose server fell silent");
    return slow;
  }

  private static void add(List<Violation> slow, Failovers waits, long promised, String whose) {
    if (waits.p99() > promised) {
      slow.add(
          new Violation(
              Violation.Kind.SLOW_FAILOVER,
              String.format(
                  Locale.ROOT,
                  "sessions %s answered again after %s (promised: %,d ms at p99)",
                  whose,
                  waits.slowest(),
                  promised)));
    }
  }
}
