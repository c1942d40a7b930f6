package org.g2cl.loadtest.command;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.g2cl.loadtest.load.AccessLog;
import org.g2cl.loadtest.load.Hit;

/** How far a round of the load is, from the access log. Not thread-safe. */
final class Progress {
  private static final long SECOND = 1_000_000;

  private final AccessLog log;
  private final String phase;
  private final List<Hit> hits;
  private final Deque<Hit> lastSecond = new ArrayDeque<>();
  private long failed;

  /**
   * @param hits takes the requests of the phase
   */
  Progress(AccessLog log, String phase, List<Hit> hits) {
    this.log = log;
    this.phase = phase;
    this.hits = hits;
  }

  void read() {
    for (Hit hit : log.read()) {
      if (hit.phase().equals(phase)) {
        hits.add(hit);
        lastSecond.add(hit);
        failed += hit.isOk() ? 0 : 1;
      }
    }
    long now = System.currentTimeMillis() * 1000;
    lastSecond.removeIf(hit -> hit.endMicros() < now - SECOND);
  }

  int done() {
    return hits.size();
  }

  String line(long total) {
    if (hits.isEmpty()) {
      return String.format(Locale.ROOT, "%s  none of %,d requests answered yet", label(), total);
    }
    long[] times = lastSecond.stream().mapToLong(Hit::micros).sorted().toArray();
    return String.format(
        Locale.ROOT,
        "%s  %,d of %,d requests  %s  failed %,d",
        label(),
        done(),
        total,
        speed(times),
        failed);
  }

  private static String speed(long[] times) {
    return times.length == 0
        ? "none in the last second"
        : String.format(
            Locale.ROOT, "%,d/s  median %,.0f ms", times.length, times[times.length / 2] / 1000.0);
  }

  private String label() {
    return phase.replaceFirst("^warm", "warm-up ");
  }
}
