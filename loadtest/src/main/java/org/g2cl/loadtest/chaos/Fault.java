package org.g2cl.loadtest.chaos;

import java.util.List;

/**
 * Fault that was done to a bed. Times are in microseconds since the begin of the run.
 *
 * @param kind what was done
 * @param text to which nodes
 * @param victims locations of the nodes that clients had to leave, {@code host:port}
 * @param begin when it was done
 * @param returns when what had failed began to come back: a node was started again, the network was
 *     healed; waits after it are those of joins and merges
 * @param healed when it was taken away and the nodes were started again
 * @param whole when the nodes were one group again with all copies; 0 when that was not seen
 * @param waits what clients waited for it
 */
record Fault(
    FaultKind kind,
    String text,
    List<String> victims,
    long begin,
    long returns,
    long healed,
    long whole,
    Waits waits) {
  Fault with(Waits measured) {
    return new Fault(kind, text, victims, begin, returns, healed, whole, measured);
  }

  Fault wholeAt(long time) {
    return new Fault(kind, text, victims, begin, returns, healed, time, waits);
  }

  /** Whether a call at that time meets the failure, and not yet the return. */
  boolean lastsAt(long time) {
    return time < returns;
  }

  /** When all was over. */
  long end() {
    return Math.max(healed, whole);
  }
}
