package org.g2cl.loadtest.report;

/**
 * Something done to the bed during the run.
 *
 * @param kind what
 * @param node the node that it was done to
 * @param micros when, microseconds since 1970
 */
public record Event(Kind kind, String node, long micros) {
  /** Kinds of events. */
  public enum Kind {
    /** A node was killed. */
    KILL("killed"),
    /** A node's process was started. */
    START("started"),
    /** A node was in the group and served. */
    JOIN("joined");

    private final String past;

    Kind(String past) {
      this.past = past;
    }

    String past() {
      return past;
    }
  }

  /** For instance {@code business3 killed}. */
  public String label() {
    return node + " " + kind.past;
  }
}
