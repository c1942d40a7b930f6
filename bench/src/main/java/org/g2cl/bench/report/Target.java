package org.g2cl.bench.report;

import java.util.Locale;
import org.g2cl.loadtest.statistics.Interval;
import org.g2cl.loadtest.statistics.Ratio;

/**
 * Bound that the project set itself, with what was measured.
 *
 * @param what what is bounded
 * @param bound its limit
 * @param atLeast whether the limit is a lower one
 * @param measured figure measured, null when none was
 * @param low95 lower end of its 95 % confidence interval, null likewise
 * @param high95 upper end, null likewise
 * @param verdict {@code met}, {@code missed}, or {@code open} when the limit lies in the interval
 *     or nothing was measured
 */
public record Target(
    String what,
    double bound,
    boolean atLeast,
    Double measured,
    Double low95,
    Double high95,
    String verdict) {
  private static final int LEAST_ROUNDS = 3;

  /** Bound from below. */
  public static Target atLeast(String what, double bound, double measured, Interval interval) {
    return of(what, bound, true, measured, interval);
  }

  /** Bound from above. */
  public static Target atMost(String what, double bound, double measured, Interval interval) {
    return of(what, bound, false, measured, interval);
  }

  /** Bound from above of what nothing has measured; open. */
  public static Target atMostUnmeasured(String what, double bound) {
    return new Target(what, bound, false, null, null, null, "open");
  }

  /** Bound of a ratio from below; open when the ratio is of too few rounds to have an interval. */
  public static Target atLeast(String what, double bound, Ratio ratio) {
    return atLeast(what, bound, ratio.ratio(), interval(ratio));
  }

  /** Bound of a ratio from above, likewise. */
  public static Target atMost(String what, double bound, Ratio ratio) {
    return atMost(what, bound, ratio.ratio(), interval(ratio));
  }

  private static Interval interval(Ratio ratio) {
    return ratio.rounds() < LEAST_ROUNDS
        ? new Interval(0, Double.MAX_VALUE)
        : new Interval(ratio.low95(), ratio.high95());
  }

  private static Target of(
      String what, double bound, boolean atLeast, double measured, Interval interval) {
    boolean good = atLeast ? measured >= bound : measured <= bound;
    boolean sure = !interval.contains(bound) || interval.low() == interval.high();
    String verdict = sure ? (good ? "met" : "missed") : "open";
    return new Target(what, bound, atLeast, measured, interval.low(), interval.high(), verdict);
  }

  /** The target as a sentence. */
  public String sentence() {
    String figure =
        measured == null
            ? "not measured"
            : String.format(Locale.ROOT, "%.4g (%.4g to %.4g)", measured, low95, high95);
    return String.format(
        Locale.ROOT,
        "%s: %s, %s %.4g: %s",
        what,
        figure,
        atLeast ? "at least" : "at most",
        bound,
        verdict);
  }
}
