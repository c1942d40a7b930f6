package org.g2cl.loadtest.chaos;

import java.util.List;

/**
 * Fault that was done to a bed. Times are in microseconds since the begin of the run.
 *
 * @param kind what was done
 * @param text to which nodes
 * @param victims locations of the nodes that clients had to leave, {@code host:port}
 * @param begin when it was done
 * @param healed when it was taken away and the nodes were started again
 * @param whole when the nodes were one group again with all copies; 0 when that was not seen
 * @param stallMillis for each call that left a victim or waited long: time from the fault, or the
 *     call's begin where that was later, to its answer; in no order
 */
public record Fault(
    FaultKind kind,
    String text,
    List<String> victims,
    long begin,
    long healed,
    long whole,
    List<Long> stallMillis) {
  Fault withStalls(List<Long> millis) {
    return new Fault(kind, text, victims, begin, healed, whole, millis);
  }
}
