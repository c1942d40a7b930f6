package org.g2cl.loadtest.soak;

import java.util.Locale;

/**
 * What a soak is to reach, with what was measured.
 *
 * @param what what is bounded
 * @param bound its upper limit
 * @param measured figure measured
 */
record SoakTarget(String what, double bound, double measured) {
  boolean isMet() {
    return measured <= bound;
  }

  String sentence() {
    return String.format(
        Locale.ROOT,
        "%s: %.2f, at most %.2f: %s",
        what,
        measured,
        bound,
        isMet() ? "met" : "missed");
  }
}
