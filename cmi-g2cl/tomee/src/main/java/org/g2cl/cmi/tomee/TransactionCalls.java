package org.g2cl.cmi.tomee;

import jakarta.ejb.EJBException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.SessionCall;
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
  private final List<OpenCall> sent = new ArrayList<>();
  private int asked;
  private boolean completed;

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

  /** Fails the calls of the transaction of the calling thread, if there is one, and the commit. */
  static void refuse(Exception cause) {
    Transaction current = Transactions.current();
    if (current == null || Transactions.isOver(current)) {
      return;
    }
    if (Transactions.registry().getResource(KEY) instanceof TransactionCalls known) {
      known.failAll(cause);
    }
    rollBack(current);
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
    boolean none = asked == calls.size();
    asked = calls.size();
    if (none || Transactions.isMarkedForRollback(transaction) || isFailed()) {
      return;
    }
    List<OpenCall> due = // what was unchanged may no longer be, or its reply is needed now
        calls.stream().filter(call -> call.failure().isEmpty() && !sent.contains(call)).toList();
    if (LastSynchronization.applicationHasOne(transaction)) {
      due.forEach(OpenCall::lookAfterCompletion);
    }
    if (each(due, OpenCall::capture)) {
      send(due);
    }
  }

  /** A call that the container could not finish fails the others, where all come or none. */
  private boolean isFailed() {
    if (!replication.hasMarkers()) {
      return false;
    }
    Optional<OpenCall> failed =
        calls.stream().filter(call -> call.failure().isPresent()).findFirst();
    failed.ifPresent(call -> fail(call, call.failure().orElseThrow()));
    return failed.isPresent();
  }

  private void send(List<OpenCall> due) {
    boolean rows = Transactions.hasResources(transaction);
    boolean changed = calls.stream().anyMatch(OpenCall::isChanged);
    var sending = new ArrayList<OpenCall>();
    var unchanged = new ArrayList<OpenCall>();
    for (OpenCall call : due) {
      (rows || call.isToSend(changed) ? sending : unchanged).add(call);
    }
    sent.addAll(sending);
    boolean undecided = !sending.isEmpty() && isUndecided(rows);
    boolean prepared =
        (!undecided || each(sending, this::requireTable))
            && each(unchanged, OpenCall::confirmUnchanged)
            && each(sending, call -> call.prepare(call.reply(), undecided));
    if (prepared && undecided && each(sending, this::writeMarker)) {
      sending.forEach(OpenCall::marked);
    }
  }

  private boolean isUndecided(boolean rows) {
    boolean several = sent.size() > 1;
    if (!rows && !several) {
      return false;
    }
    if (!replication.hasMarkers()) {
      missing.warn(rows, sent);
      return false;
    }
    sent.stream().filter(OpenCall::isCounted).forEach(missing::warnOfLateOthers);
    return true;
  }

  /**
   * Without it nothing is sent: a change that was sent would wait for a marker that never comes.
   */
  private void requireTable(OpenCall call) throws PropagationException {
    try {
      var unused = replication.markers();
    } catch (RuntimeException e) {
      throw new PropagationException(
          "bean %s: request %s is not committed here, since the table of markers cannot be used yet: %s"
              .formatted(call.bean().name(), call.call().request(), e.getMessage()),
          e);
    }
  }

  private void writeMarker(OpenCall call) throws PropagationException {
    try {
      replication
          .markers()
          .orElseThrow()
          .record(call.call().session(), call.call().request(), call.call().epoch());
    } catch (SQLException e) {
      if (SqlFailure.mayPass(e)) {
        throw new NotCommittedException(call.call().request(), e);
      }
      throw new EJBException(
          ("bean %s: the marker of request %s cannot be written by the data source that the"
                  + " container's Markers names: %s; the transaction is rolled back, and each session"
                  + " that it changed goes on with its state of before. %s")
              .formatted(
                  call.bean().name(),
                  call.call().request(),
                  e.getMessage(),
                  SqlFailure.adviceOnMarker(e)),
          SqlFailure.readable(e));
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
   * failed call again, and that changes once more what the others have kept. What was sent before
   * others joined counts already.
   */
  private void fail(OpenCall failed, Exception cause) {
    failed.fail(cause);
    if (replication.hasMarkers()) {
      failAll(cause);
    }
    rollBack(transaction);
  }

  private void failAll(Exception cause) {
    calls.stream()
        .filter(call -> !call.isCounted() && !call.isOnlyRead())
        .forEach(call -> call.fail(cause));
  }

  private static void rollBack(Transaction transaction) {
    try {
      transaction.setRollbackOnly();
    } catch (SystemException e) {
      throw new EJBException("the transaction cannot be rolled back", e);
    }
  }

  /**
   * Tells all calls what has become of the transaction; to be asked before the first one ends, and
   * done once.
   */
  void complete(int status) {
    if (completed) {
      return;
    }
    completed = true;
    boolean committed = status == Status.STATUS_COMMITTED;
    var prepared = new ArrayList<>(calls.stream().filter(OpenCall::isPrepared).toList());
    boolean known = committed && !Transactions.isPartDoubtful(transaction);
    List<OpenCall> open = known ? List.of() : prepared.stream().filter(OpenCall::isMarked).toList();
    Set<OpenCall> held = Set.of();
    try {
      held = held(open);
    } catch (PropagationException | RuntimeException e) {
      open.forEach(call -> leaveUndecided(call, e));
      prepared.removeAll(open);
    } catch (Error e) { // as of a driver's class that cannot be loaded
      open.forEach(call -> leaveUndecided(call, call.asFailure(e)));
      prepared.removeAll(open);
    }
    for (OpenCall call : prepared) {
      if (committed && open.contains(call) && !held.contains(call)) {
        undo(call);
      } else {
        decide(call, committed, held.contains(call));
      }
    }
  }

  /** A commit that failed may have reached the database: then the markers decide. */
  private Set<OpenCall> held(List<OpenCall> open) throws PropagationException {
    var held = new HashSet<OpenCall>();
    for (OpenCall call : open) {
      SessionCall of = call.call();
      if (replication.markers().orElseThrow().settle(of.session(), of.request(), of.epoch())) {
        held.add(call);
      }
    }
    return held;
  }

  private void decide(OpenCall call, boolean committed, boolean held) {
    if (!committed && !held && call.isMarked() && Transactions.isFailedInCommit(transaction)) {
      giveUp(call);
      return;
    }
    try {
      if (!committed && !held) {
        call.abort();
        return;
      }
      call.commit();
      if (committed && held) {
        call.doubtOtherResources();
      }
    } catch (RuntimeException e) {
      leaveUndecided(call, e);
      return;
    } catch (Error e) {
      leaveUndecided(call, call.asFailure(e));
      return;
    }
    if (!committed) {
      // The container throws and drops the instance; the truth is with the copies.
      call.fail(new UnconfirmedCommitException(call.call().request()));
    }
  }

  /** Its rows are lost, though another resource of the transaction has committed. */
  private static void undo(OpenCall call) {
    call.fail(
        new EJBException(
            ("bean %s: the transaction of request %s is committed in one resource, and lost in the"
                    + " database of the markers; %s. See what the other resource has kept")
                .formatted(
                    call.bean().name(), call.call().request(), call.whatBecomesOfTheSession())));
    LOG.error("{}: {}", call.key(), call.failure().orElseThrow().getMessage());
    call.abort();
  }

  /**
   * The request may be executed again, but not in this epoch, in which its marker is barred now. So
   * its change is left undecided: the next call of the session claims a new epoch, and drops it.
   */
  private void giveUp(OpenCall call) {
    var cause =
        new NotCommittedException(
            call.call().request(), Transactions.markedForRollbackBy(transaction).orElse(null));
    LOG.warn("{}: {}", call.key(), cause.getMessage());
    call.fail(cause);
  }

  /** It is settled in the background, or by the next call; no other one is to count before. */
  private static void leaveUndecided(OpenCall call, Exception cause) {
    LOG.warn(
        "{}: outcome of request {} unknown: {}",
        call.key(),
        call.call().request(),
        cause.toString());
    call.fail(cause);
  }
}
