package org.g2cl.loadtest.chaos;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Measures what clients waited for one fault, from their calls in the order of their ends. */
final class Stopwatch {
  /** A call that lasts longer has waited for something. */
  private static final long LONG_CALL = 250_000;

  private static final long MILLI = 1_000;

  private final Fault fault;
  private final List<Long> failovers = new ArrayList<>();
  private final List<Long> within = new ArrayList<>();
  private final List<Long> through = new ArrayList<>();
  private final List<Long> returns = new ArrayList<>();
  private final List<Long> creations = new ArrayList<>();

  /** Sessions that left the failed server and have no answer yet, with the time since when. */
  private final Map<Session, Long> open = new HashMap<>();

  private long last;

  private record Session(int client, int cart) {}

  Stopwatch(Fault fault) {
    this.fault = fault;
  }

  void add(Operation operation) {
    Session session = new Session(operation.client(), operation.cart());
    last = Math.max(last, operation.end());
    Long since = open.get(session);
    if (since == null && meets(operation)) {
      if (isOfSession(operation) && meetsTheFailure(operation) && hasLeftTheFailed(operation)) {
        since = Math.max(operation.begin(), fault.begin());
        open.put(session, since);
      } else {
        noteWait(operation);
      }
    }
    if (since != null && operation.outcome() != Outcome.UNKNOWN) {
      open.remove(session);
      failovers.add((operation.end() - since) / MILLI);
    }
  }

  private boolean meets(Operation operation) {
    return operation.end() >= fault.begin() && operation.begin() <= fault.end();
  }

  /** A creation that fails leaves no session that would be answered later. */
  private static boolean isOfSession(Operation operation) {
    return operation.act() != Act.CREATE;
  }

  /** Whether any of it lies in the time for which the fault lasts, if that is any. */
  private boolean meetsTheFailure(Operation operation) {
    return fault.lastsAt(Math.max(operation.begin(), fault.begin()));
  }

  private boolean hasLeftTheFailed(Operation operation) {
    return fault.victims().contains(operation.failedFrom())
        || (operation.outcome() == Outcome.UNKNOWN
            && fault.victims().stream().anyMatch(operation.result()::contains));
  }

  private void noteWait(Operation operation) {
    if (operation.micros() > LONG_CALL) {
      sort(operation).add(operation.micros() / MILLI);
    }
  }

  /** What it waited for shows at its begin: one that met the failure may have to see its end. */
  private List<Long> sort(Operation operation) {
    if (!isOfSession(operation)) {
      return creations;
    }
    if (!meetsTheFailure(operation)) {
      return returns;
    }
    return fault.lastsAt(operation.end()) ? within : through;
  }

  /** All that was measured; a session that never answered has waited until the last call. */
  Waits waits() {
    List<Long> all = new ArrayList<>(failovers);
    open.values().forEach(since -> all.add((last - since) / MILLI));
    return new Waits(all, within, through, returns, creations);
  }
}
