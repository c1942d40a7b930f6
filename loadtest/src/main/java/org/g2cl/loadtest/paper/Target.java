package org.g2cl.loadtest.paper;

import java.util.Locale;

/**
 * Bound that the project set itself, with what was measured.
 *
 * @param what what is bounded
 * @param bound its upper limit
 * @param measured figure measured
 * @param low lower end of its 95 % confidence interval
 * @param high upper end
 * @param starts times that the systems were started anew
 * @param verdict {@code met}, {@code missed}, or {@code open} when the limit lies in the interval,
 *     or there are fewer than three starts: what a start happens to be given lasts as long as it
 *     runs, and an interval of its rounds does not tell of others
 */
public record Target(
    String what,
    double bound,
    double measured,
    double low,
    double high,
    int starts,
    String verdict) {
  /** A bound above. */
  static Target atMost(
      String what, double bound, double measured, double low, double high, int starts) {
    boolean open = starts < Points.LEAST_STARTS || (low <= bound && bound < high);
    String verdict = open ? "open" : high <= bound ? "met" : "missed";
    return new Target(what, bound, measured, low, high, starts, verdict);
  }

  String sentence() {
    return String.format(
        Locale.ROOT,
        "%s: %.3f (%.3f to %.3f), at most %.2f: %s%s",
        what,
        measured,
        low,
        high,
        bound,
        verdict,
        starts < Points.LEAST_STARTS
            ? ", since it is of %d of the %d starts that a verdict takes (--starts)"
                .formatted(starts, Points.LEAST_STARTS)
            : "");
  }
}
