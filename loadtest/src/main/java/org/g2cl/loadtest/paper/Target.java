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
 * @param verdict {@code met}, {@code missed}, or {@code open} when the limit lies in the interval,
 *     or one value alone was measured, which has none
 */
public record Target(
    String what, double bound, double measured, double low, double high, String verdict) {
  /**
   * A bound above.
   *
   * @param values values that the interval is of
   */
  static Target atMost(
      String what, double bound, double measured, double low, double high, int values) {
    boolean open = values < 2 || (low <= bound && bound < high);
    String verdict = open ? "open" : high <= bound ? "met" : "missed";
    return new Target(what, bound, measured, low, high, verdict);
  }

  String sentence() {
    return String.format(
        Locale.ROOT,
        "%s: %.3f (%.3f to %.3f), at most %.2f: %s",
        what,
        measured,
        low,
        high,
        bound,
        verdict);
  }
}
