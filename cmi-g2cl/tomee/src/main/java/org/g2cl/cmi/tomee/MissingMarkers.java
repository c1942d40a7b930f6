package org.g2cl.cmi.tomee;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warnings that a transaction needs markers and has none, once per bean. Thread-safe. */
final class MissingMarkers {
  private static final Logger LOG = LoggerFactory.getLogger(MissingMarkers.class);

  private final Set<String> ofRows = ConcurrentHashMap.newKeySet();
  private final Set<String> ofSessions = ConcurrentHashMap.newKeySet();
  private final Set<String> ofLateOthers = ConcurrentHashMap.newKeySet();

  /**
   * Warns.
   *
   * @param rows whether the transaction has touched a database; else it is its sessions that need
   *     markers
   * @param calls those that have something to send, who called the others last
   */
  void warn(boolean rows, List<OpenCall> calls) {
    if (rows) {
      calls.forEach(call -> warnOfRows(call.bean().name()));
    } else {
      warnOfSessions(calls.get(calls.size() - 1).bean().name(), calls);
    }
  }

  /** Warns that a call was sent alone before another session joined its transaction. */
  void warnOfLateOthers(OpenCall call) {
    String bean = call.bean().name();
    if (ofLateOthers.add(bean)) {
      LOG.warn(
          "{}: its state was sent when its transaction was about to commit, and another session has"
              + " joined the transaction since: the state has no marker, and holds also when the"
              + " transaction is rolled back. Call other replicated beans before the commit begins",
          bean);
    }
  }

  private void warnOfRows(String bean) {
    if (ofRows.add(bean)) {
      LOG.warn(
          "{}: it writes to a database, and no table of markers is configured: a row may be written"
              + " twice, or stay without its state, when a server fails during a commit. Set Markers"
              + " and MarkersSettling of the container to data sources of that database",
          bean);
    }
  }

  private void warnOfSessions(String bean, List<OpenCall> calls) {
    if (ofSessions.add(bean)) {
      LOG.warn(
          "{}: one transaction changes {} sessions, of {}, and no table of markers is configured:"
              + " what the call changes in the others may come twice when a server fails before it"
              + " ends. Set Markers and MarkersSettling of the container to data sources of one"
              + " database",
          bean,
          calls.size(),
          calls.stream().map(call -> call.bean().name()).distinct().toList());
    }
  }
}
