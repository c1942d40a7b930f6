package org.g2cl.loadtest.failover;

import java.util.List;

/**
 * What the bed did not come through, a disturbance or the warm-up before the first: a line of
 * {@code broken.csv}. It is made again on a fresh bed; what was lost or doubled by a disturbance
 * that broke the bed is not known.
 *
 * @param round round that it was in
 * @param kind name of the disturbance, or {@link #WARM_UP}
 * @param why what was seen, without commas and line breaks
 */
record Broken(int round, String kind, String why) {
  static final String WARM_UP = "warm-up";

  /** Columns that tell which it was. */
  static final List<String> RUN = List.of("round", "kind");

  static Broken of(List<String> line) {
    Broken broken = new Broken(Integer.parseInt(line.get(1)), line.get(2), line.get(3));
    broken.label(); // there must be one
    return broken;
  }

  private String label() {
    return kind.equals(WARM_UP) ? WARM_UP : Outcome.kind(kind).label();
  }

  String sentence() {
    return "%s, round %d, broke the bed: %s".formatted(label(), round, why);
  }
}
