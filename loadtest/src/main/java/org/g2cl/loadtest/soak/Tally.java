package org.g2cl.loadtest.soak;

import org.HdrHistogram.Histogram;

/** Answers of a time: how many, how many bad ones, how long they took. Not thread-safe. */
final class Tally {
  private static final int DIGITS = 3;
  private static final double MILLI = 1e3;

  /** Without a longest value: how long a request waits that was due is as long as the soak. */
  private final Histogram micros = new Histogram(DIGITS);

  private long failed;

  void add(long nanos, boolean ok) {
    micros.recordValue(Math.max(0, nanos / 1_000));
    failed += ok ? 0 : 1;
  }

  void add(Tally other) {
    micros.add(other.micros);
    failed += other.failed;
  }

  long requests() {
    return micros.getTotalCount();
  }

  long failed() {
    return failed;
  }

  /** Good answers. */
  long answered() {
    return requests() - failed;
  }

  /** Response time in milliseconds that so many percent of the answers kept to; 0 without any. */
  double percentile(double percent) {
    return requests() == 0 ? 0 : micros.getValueAtPercentile(percent) / MILLI;
  }
}
