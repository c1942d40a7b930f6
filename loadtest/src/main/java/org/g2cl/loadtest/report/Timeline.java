package org.g2cl.loadtest.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.g2cl.loadtest.load.Hit;

/** Requests of a run in the order of their answers. Times are microseconds since 1970. */
public final class Timeline {
  private static final long SECOND = 1_000_000;
  private static final long STEP = 50_000;
  private static final double BACK = 0.9;
  private static final long LONGEST = 3_600 * SECOND;

  private final List<Hit> hits;
  private final long start;
  private final long end;

  /**
   * @throws IllegalArgumentException when there are no requests
   */
  public Timeline(List<Hit> requests) {
    if (requests.isEmpty()) {
      throw new IllegalArgumentException("a run without requests has no timeline");
    }
    hits = requests.stream().sorted(Comparator.comparingLong(Hit::endMicros)).toList();
    start = requests.stream().mapToLong(Hit::startMicros).min().orElseThrow();
    end = hits.get(hits.size() - 1).endMicros();
  }

  /** Start of the first request. */
  public long start() {
    return start;
  }

  /** End of the last request. */
  public long end() {
    return end;
  }

  /** Seconds from the start to a moment. */
  public double seconds(long micros) {
    return (micros - start) / (double) SECOND;
  }

  /** Figures of the whole run. */
  public Slice whole() {
    return slice(start, end + 1);
  }

  /** Figures of the requests answered from one moment to before another. */
  public Slice slice(long from, long to) {
    Histogram times = new Histogram(LONGEST, 3);
    long failed = 0;
    for (Hit hit : between(from, to)) {
      times.recordValue(Math.min(hit.micros(), LONGEST));
      failed += hit.isOk() ? 0 : 1;
    }
    long count = times.getTotalCount();
    return new Slice(
        seconds(from),
        seconds(to),
        count,
        failed,
        to > from ? count * (double) SECOND / (to - from) : 0,
        millis(times.getValueAtPercentile(50)),
        millis(times.getValueAtPercentile(95)),
        millis(times.getValueAtPercentile(99)),
        count == 0 ? 0 : millis(times.getMaxValue()));
  }

  /** Figures of each part of this length, one after the other; the last may be shorter. */
  public List<Slice> slices(long lengthMicros) {
    List<Slice> slices = new ArrayList<>();
    for (long from = start; from < end; from += lengthMicros) {
      slices.add(slice(from, Math.min(from + lengthMicros, end + 1)));
    }
    return slices;
  }

  /** Response times in milliseconds, unsorted. */
  public double[] responseMillis() {
    return hits.stream().mapToDouble(hit -> hit.micros() / 1000.0).toArray();
  }

  /** Longest time that a client had to wait between one answer and the next, in milliseconds. */
  public double longestStallMillis() {
    Map<Integer, Long> last = new HashMap<>();
    long longest = 0;
    for (Hit hit : hits) {
      long before = last.getOrDefault(hit.client(), hit.startMicros());
      longest = Math.max(longest, Math.max(hit.endMicros() - before, hit.micros()));
      last.put(hit.client(), hit.endMicros());
    }
    return millis(longest);
  }

  /** Until when all clients were at work: the earliest last answer of a client. */
  public long allAtWorkUntil() {
    Map<Integer, Long> last = new HashMap<>();
    hits.forEach(hit -> last.put(hit.client(), hit.endMicros()));
    return last.values().stream().mapToLong(Long::longValue).min().orElse(end);
  }

  /** Since when all clients were at work: the latest first answer of a client. */
  private long allAtWorkFrom() {
    Map<Integer, Long> first = new HashMap<>();
    hits.forEach(hit -> first.putIfAbsent(hit.client(), hit.endMicros()));
    return first.values().stream().mapToLong(Long::longValue).max().orElse(start);
  }

  /**
   * Recovery by what all clients together got before a kill and after, see {@link
   * #recoveryMillis(long, long, long)}.
   */
  public OptionalLong recoveryMillis(long kill) {
    long from = allAtWorkFrom();
    return recoveryMillis(from < kill ? from : start, kill, allAtWorkUntil());
  }

  /**
   * Time from a kill until a window of one second holds at least 90 % of the mean throughput before
   * the kill, counted from the first that does not; 0 when all do that begin in the second after
   * the kill. Throughput is that of good answers.
   *
   * @param lead moment from which on the mean is taken; all clients are at work then
   * @param until moment at which the last window ends
   * @return milliseconds; empty when there is no such window
   */
  public OptionalLong recoveryMillis(long lead, long kill, long until) {
    double needed = BACK * good(lead, kill) * SECOND / Math.max(1, kill - lead);
    long last = until - SECOND;
    boolean fell = false;
    for (long from = kill; from <= last; from += STEP) {
      boolean enough = good(from, from + SECOND) >= needed;
      if (fell && enough) {
        return OptionalLong.of((from - kill) / 1000);
      }
      fell |= !enough;
      if (!fell && from >= kill + SECOND) {
        return OptionalLong.of(0);
      }
    }
    return OptionalLong.empty();
  }

  private long good(long from, long to) {
    return between(from, to).stream().filter(Hit::isOk).count();
  }

  private List<Hit> between(long from, long to) {
    return hits.subList(firstEndingAt(from), firstEndingAt(to));
  }

  /** Index of the first request answered at this moment or later. */
  private int firstEndingAt(long micros) {
    int low = 0;
    int high = hits.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (hits.get(middle).endMicros() < micros) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static double millis(long micros) {
    return micros / 1000.0;
  }
}
