package org.g2cl.cmi.tomee;

import jakarta.ejb.EJBException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.propagation.PropagationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls of replicated sessions about which one transaction decides.
 *
 * <p>Their changes go to the backups together, when the transaction is about to commit. Where there
 * is a table of markers, and rows were written or several sessions have something to send, each
 * change waits for its marker, and the markers are rows of the one transaction: so all changes come
 * or none does, and none comes when one cannot be sent. Used by the transaction's thread.
 */
final class TransactionCalls {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionCalls.class);
  private static final String KEY = TransactionCalls.class.getName();

  private final Transaction transaction;
  private final Replication replication;
  private final MissingMarkers missing;
  private final List<OpenCall> calls = new ArrayList<>();
  private int asked;

  private TransactionCalls(
      Transaction transaction, Replication replication, MissingMarkers missing) {
    this.transaction = transaction;
    this.replication = replication;
    this.missing = missing;
  }

  /** Calls of the transaction of the calling thread; of all containers of the server. */
  static TransactionCalls of(
      Transaction transaction, Replication replication, MissingMarkers missing) {
    TransactionSynchronizationRegistry registry = Transactions.registry();
    if (registry.getResource(KEY) instanceof TransactionCalls known) {
      return known;
    }
    var first = new TransactionCalls(transaction, replication, missing);
    registry.putResource(KEY, first);
    return first;
  }

  void add(OpenCall call) {
    calls.add(call);
  }

  /**
   * Sends what all calls have changed since this was asked last, then writes their markers: whoever
   * takes over waits for a marker's row until this transaction ends, and so never while this server
   * waits for a backup.
   */
  void prepare() {
    List<OpenCall> due = List.copyOf(calls.subList(asked, calls.size()));
    asked = calls.size();
    if (due.isEmpty() || Transactions.isMarkedForRollback(transaction) || hasFailed()) {
      return;
    }
    if (each(due, OpenCall::capture)) {
      send(due);
    }
  }

  private boolean hasFailed() {
    return calls.stream().anyMatch(call -> call.failure().isPresent());
  }

  private void send(List<OpenCall> due) {
    boolean rows = Transactions.hasResources(transaction);
    boolean changed = due.stream().anyMatch(OpenCall::isChanged);
    var sent = new ArrayList<OpenCall>();
    var unchanged = new ArrayList<OpenCall>();
    for (OpenCall call : due) {
      (rows || call.isToSend(changed) ? sent : unchanged).add(call);
    }
    boolean undecided = isUndecided(rows, sent);
    boolean prepared =
        each(unchanged, OpenCall::confirmUnchanged)
            && each(sent, call -> call.prepare(call.reply(), undecided));
    if (prepared && undecided && each(sent, this::writeMarker)) {
      sent.forEach(OpenCall::marked);
    }
  }

  private boolean isUndecided(boolean rows, List<OpenCall> sent) {
    boolean several = sent.size() > 1;
    if (!rows && !several) {
      return false;
    }
    if (replication.markers().isEmpty()) {
      missing.warn(rows, sent);
      return false;
    }
    return true;
  }

  private void writeMarker(OpenCall call) throws PropagationException {
    try {
      replication
          .markers()
          .orElseThrow()
          .record(call.call().session(), call.call().request(), call.call().epoch());
    } catch (SQLException e) {
      throw new EJBException(
          ("bean %s: the marker of request %s cannot be written by the data source that the"
                  + " container's Markers names: %s; the transaction is rolled back, and each session"
                  + " that it changed goes on with its state of before. See that the database can be"
                  + " reached, then call again")
              .formatted(call.bean().name(), call.call().request(), e.getMessage()),
          e);
    }
  }

  private interface Step {
    void take(OpenCall call) throws PropagationException;
  }

  /** Takes a step with one call after the other, until one fails; then the transaction does. */
  private boolean each(List<OpenCall> some, Step step) {
    for (OpenCall call : some) {
      try {
        step.take(call);
      } catch (PropagationException | RuntimeException e) {
        fail(call, e);
        return false;
      } catch (Error e) { // the transaction manager would stop half-way
        LOG.error("{}: request {} failed", call.key(), call.call().request(), e);
        fail(call, call.asFailure(e));
        return false;
      }
    }
    return true;
  }

  /**
   * Where there are markers no change has counted yet, so none is to count: else a client sends the
   * failed call again, and that changes once more what the others have kept.
   */
  private void fail(OpenCall failed, Exception cause) {
    failed.fail(cause);
    if (replication.markers().isPresent()) {
      calls.forEach(call -> call.fail(cause));
    }
    try {
      transaction.setRollbackOnly();
    } catch (SystemException e) {
      throw new EJBException("the transaction cannot be rolled back", e);
    }
  }
}
