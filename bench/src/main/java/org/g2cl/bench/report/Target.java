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
 * @param low95 lower end of its 95 % confidence interval, null likewise and of too few rounds
 * @param high95 upper end, null likewise
 * @param verdict {@code met}, {@code missed}, or {@code open} when the limit lies in the interval,
 *     the rounds were too few to have one, or nothing was measured
 */
public record Target(
    String what,
    double bound,
    boolean atLeast,
    Double measured,
    Double low95,
    Double high95,
    String verdict) {
  private static final String OPEN = "open";
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
    return new Target(what, bound, false, null, null, null, OPEN);
  }

  /** Bound of a ratio from below; open when the ratio is of too few rounds to have an interval. */
  public static Target atLeast(String what, double bound, Ratio ratio) {
    return of(what, bound, true, ratio);
  }

  /** Bound of a ratio from above, likewise. */
  public static Target atMost(String what, double bound, Ratio ratio) {
    return of(what, bound, false, ratio);
  }

  /** Bound from above of the centre of values, one a round; see {@link HodgesLehmann}. */
  public static Target atMost(String what, double bound, double[] rounds) {
    double centre = HodgesLehmann.centre(rounds);
    return rounds.length < LEAST_ROUNDS
        ? withoutInterval(what, bound, false, centre)
        : atMost(what, bound, centre, HodgesLehmann.interval95(rounds));
  }

  private static Target of(String what, double bound, boolean atLeast, Ratio ratio) {
    return ratio.rounds() < LEAST_ROUNDS
        ? withoutInterval(what, bound, atLeast, ratio.ratio())
        : of(what, bound, atLeast, ratio.ratio(), new Interval(ratio.low95(), ratio.high95()));
  }

  private static Target withoutInterval(
      String what, double bound, boolean atLeast, double measured) {
    return new Target(what, bound, atLeast, measured, null, null, OPEN);
  }

  private static Target of(
      String what, double bound, boolean atLeast, double measured, Interval interval) {
    boolean good = atLeast ? measured >= bound : measured <= bound;
    boolean sure = !interval.contains(bound) || interval.low() == interval.high();
    String verdict = sure ? (good ? "met" : "missed") : OPEN;
    return new Target(what, bound, atLeast, measured, interval.low(), interval.high(), verdict);
  }

  /** The target as a sentence. */
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "%s: %s, %s %.4g: %s",
        what,
        figure(),
        atLeast ? "at least" : "at most",
        bound,
        verdict);
  }

  private String figure() {
    if (measured == null) {
      return "not measured";
    }
    return low95 == null
        ? String.format(Locale.ROOT, "%.4g (too few rounds for an interval)", measured)
        : String.format(Locale.ROOT, "%.4g (%.4g to %.4g)", measured, low95, high95);
  }
}
