package org.g2cl.loadtest.chaos;

/**
 * Promise that was not kept.
 *
 * @param kind which promise
 * @param text what was seen, and where in the history
 */
public record Violation(Kind kind, String text) {
  /** Promises. */
  public enum Kind {
    /** An acknowledged write is not in its cart. */
    UPDATE_LOST,
    /** A write took effect twice, or one that was refused took effect. */
    UPDATE_DOUBLED,
    /** A cart showed an older state than before. */
    WENT_BACK,
    /** A cart is gone, or cannot be read after everything was healed. */
    SESSION_LOST,
    /** An acknowledged checkout has no row. */
    ORDER_LOST,
    /** A checkout has more than one row, or one that nobody asked for. */
    ORDER_DOUBLED,
    /** Of two beans that one transaction changed, one has a change that the other has not. */
    BEANS_DIFFER,
    /** The nodes' copies differ, or are missing, 30 s after the healing. */
    COPIES_DIFFER,
    /** The nodes do not make one group with all copies within 30 s after the healing. */
    NOT_WHOLE,
    /** A session answered later than promised after a fault. */
    SLOW_FAILOVER,
    /** A call did not return within two minutes. */
    NO_RETURN,
    /** A cart was not read after its last write, since its client was given up or out of time. */
    NOT_AUDITED,
    /** A node ended that nobody had asked to. */
    NODE_ENDED;

    /** Whether a machine that is too busy makes it, however right the cluster is. */
    boolean isOfTime() {
      return this == NOT_WHOLE || this == SLOW_FAILOVER || this == NOT_AUDITED;
    }
  }
}
