package org.g2cl.loadtest.experiment;

import java.time.Duration;
import java.util.Locale;

/**
 * Estimate of the time that an experiment still takes, from what its parts took. Not thread-safe.
 */
public final class TimeLeft {
  private final double[] guesses;
  private final double[] sums;
  private final int[] counts;
  private final int[] left;

  /**
   * Estimate for parts of several kinds.
   *
   * @param left how many of each kind are to come
   * @param guesses seconds of each kind, as long as none was measured
   */
  @SuppressWarnings("ArrayRecordComponent")
  public TimeLeft(int[] left, double[] guesses) {
    this.left = left.clone();
    this.guesses = guesses.clone();
    this.sums = new double[left.length];
    this.counts = new int[left.length];
  }

  /** A part of this kind is done and took so many seconds. */
  public void done(int kind, double seconds) {
    left[kind] = Math.max(0, left[kind] - 1);
    sums[kind] += seconds;
    counts[kind]++;
  }

  /** A part of this kind has to be done once more. */
  public void again(int kind) {
    left[kind]++;
  }

  /** Seconds still to go. */
  public double seconds() {
    double seconds = 0;
    for (int kind = 0; kind < left.length; kind++) {
      double each = counts[kind] == 0 ? guesses[kind] : sums[kind] / counts[kind];
      seconds += left[kind] * each;
    }
    return seconds;
  }

  /** The time in words, for instance {@code 1 h 20 min}. */
  @Override
  public String toString() {
    return words(Duration.ofSeconds(Math.round(seconds())));
  }

  /** A length in words. */
  public static String words(Duration length) {
    long seconds = length.toSeconds();
    if (seconds < 90) {
      return seconds + " s";
    }
    long minutes = Math.round(seconds / 60.0);
    return minutes < 60
        ? minutes + " min"
        : String.format(Locale.ROOT, "%d h %02d min", minutes / 60, minutes % 60);
  }
}
