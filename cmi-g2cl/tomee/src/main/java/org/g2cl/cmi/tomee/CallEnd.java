package org.g2cl.cmi.tomee;

import jakarta.ejb.EJBException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionRolledbackException;
import java.util.Optional;
import org.apache.openejb.ApplicationException;
import org.apache.openejb.OpenEJBException;
import org.apache.openejb.SystemException;
import org.g2cl.cmi.core.RetryElsewhereException;
import org.g2cl.propagation.LateRequestException;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.StateTooLargeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of calls: state and reply go to the backups before a transaction commits, its outcome
 * follows; without a transaction, after a rollback, a creation or a failure they go at the end of
 * the call.
 */
final class CallEnd {
  private static final Logger LOG = LoggerFactory.getLogger(CallEnd.class);

  private final Replication replication;
  private final LiveInstances live;
  private final MissingMarkers missing = new MissingMarkers();

  CallEnd(Replication replication, LiveInstances live) {
    this.replication = replication;
    this.live = live;
  }

  /**
   * Lets a transaction decide about a call.
   *
   * <p>To be called at the end of the bean's method: state and rows are those that the bean's own
   * {@code SessionSynchronization}, and whoever else is asked before the commit, have left.
   */
  void decideBy(Transaction transaction, OpenCall call) {
    TransactionCalls calls = TransactionCalls.of(transaction, replication, missing);
    LastSynchronization.register(
        transaction, calls::prepare, status -> completed(calls, call, status));
    calls.add(call); // not before, or a refused registration would leave the call open
    call.enlist(transaction);
  }

  private void completed(TransactionCalls calls, OpenCall call, int status) {
    calls.complete(status);
    call.leaveTransaction();
    if (!call.isExecuting()) {
      endOfOuterTransaction(call);
    }
  }

  private void endOfOuterTransaction(OpenCall call) {
    finish(call, call.reply())
        .ifPresent(
            failure ->
                LOG.warn(
                    "{}: the instance is given up after the caller's transaction, the state is that"
                        + " of the copies: {}",
                    call.key(),
                    failure.toString()));
  }

  /**
   * Rolls back a transaction that is no longer its thread's, and has not told its calls how it
   * ended: an {@code Error} in somebody's {@code beforeCompletion} leaves it so, and the sessions
   * of inner calls would stay busy.
   */
  void endLeftTransaction(OpenCall call) {
    Transaction deciding = call.transaction();
    if (deciding == null || deciding.equals(Transactions.current())) {
      return;
    }
    try {
      deciding.rollback();
    } catch (jakarta.transaction.SystemException | RuntimeException | Error e) {
      LOG.error("{}: its transaction cannot be rolled back", call.key(), e);
    }
  }

  /**
   * Ends the call unless a transaction of an outer caller is still to decide about it.
   *
   * @throws OpenEJBException in place of the outcome, when that could not be replicated
   */
  void conclude(OpenCall call, Reply outcome) throws OpenEJBException {
    call.executed();
    if (call.isEnlisted()) {
      return;
    }
    Optional<Exception> failure = finish(call, outcome);
    if (failure.isEmpty()) {
      return;
    }
    if (call.lostInPart().isEmpty()) {
      throw refuse(failure.get(), call);
    }
    LOG.warn(
        "{}: a repeated request {} is answered as if all of it held: {}",
        call.key(),
        call.call().request(),
        failure.get().toString());
  }

  private Optional<Exception> finish(OpenCall call, Reply outcome) {
    try {
      if (call.failure().isEmpty() && call.hasRun()) {
        sendWhatIsLeft(call, outcome);
      }
    } catch (PropagationException | RuntimeException e) {
      call.fail(e);
    } catch (Error e) {
      LOG.error("{}: request {} failed", call.key(), call.call().request(), e);
      call.fail(call.asFailure(e));
    }
    close(call);
    return call.failure();
  }

  /** All, where no transaction has sent it; and what a bean does after its transaction. */
  private static void sendWhatIsLeft(OpenCall call, Reply outcome) throws PropagationException {
    if (!call.isSettled()) {
      call.capture();
      if (call.isToSend(false)) {
        call.prepare(outcome, false);
      } else {
        call.confirmUnchanged();
      }
      call.commit();
    } else if (call.lostInPart().isPresent()) {
      call.replaceReply(outcome);
    } else if (call.mayChangeAfterwards()) {
      call.sendAfterCompletion(outcome);
    }
  }

  /** Ends a call that the container could not finish: the session keeps its state of before. */
  void abandon(OpenCall call, Throwable cause) {
    call.executed();
    call.fail(new IllegalStateException("the container failed", cause));
    close(call);
  }

  private void close(OpenCall call) {
    try {
      if (call.failure().isPresent()) {
        live.forget(call.key());
      } else if (call.isSettled()) {
        live.tag(call);
      }
      live.closed(call);
    } finally {
      call.close();
    }
  }

  private static ApplicationException refuse(Exception failure, OpenCall call) {
    return failure instanceof StateTooLargeException
        ? new ApplicationException(
            new EJBException(failure.getMessage() + "; " + call.whatBecomesOfTheSession()))
        : refuse(failure);
  }

  /**
   * What the caller is told of what the container has thrown. When that failed itself, as in a
   * commit, the session lives on, though it says otherwise and would make the client's proxy
   * useless.
   */
  static OpenEJBException answer(OpenEJBException thrown, OpenCall call) {
    Optional<EJBException> lostInPart = call.lostInPart();
    if (lostInPart.isPresent()) {
      return new ApplicationException(lostInPart.get());
    }
    if (!(thrown instanceof SystemException) || call.isDiscarded()) {
      return thrown;
    }
    return new ApplicationException(
        new EJBException(
            "bean %s: the server failed in request %s: %s"
                .formatted(call.bean().name(), call.call().request(), Reply.of(thrown).value())));
  }

  /**
   * Judges what the container has thrown of a commit: a call whose rows the database refuses is not
   * to be sent again; one that its marker shows committed is answered from the stored reply, unless
   * the failure may be that of another resource.
   */
  static void judgeCommit(OpenCall call, OpenEJBException thrown) {
    if (call.failure().orElse(null) instanceof NotCommittedException failure) {
      SqlFailure.refusal(thrown)
          .or(() -> SqlFailure.refusal(failure))
          .ifPresent(refusal -> call.fail(refused(call, refusal)));
    } else if (thrown instanceof SystemException && call.isSettledByMarker()) {
      if (call.isDoubtfulInPart()) {
        call.loseInPart(lostInPart(call, thrown));
        LOG.error("{}: {}", call.key(), call.lostInPart().orElseThrow().getMessage());
      } else {
        call.fail(new UnconfirmedCommitException(call.call().request()));
      }
    }
  }

  /**
   * Which resource has failed the manager does not tell; when it has refused, it is another one.
   */
  private static EJBException lostInPart(OpenCall call, OpenEJBException thrown) {
    Optional<Exception> refusal = SqlFailure.refusal(thrown);
    return new EJBException(
        ("bean %s: the transaction of request %s is committed in the database of the markers, and"
                + " %s in another resource: %s; the session keeps its change. See what the other"
                + " resource has kept; a call that is made again changes the session again")
            .formatted(
                call.bean().name(),
                call.call().request(),
                refusal.isPresent() ? "lost" : "perhaps lost",
                refusal.map(SqlFailure::text).orElseGet(() -> SqlFailure.innermost(thrown))));
  }

  private static TransactionRolledbackException refused(OpenCall call, Exception refusal) {
    return new TransactionRolledbackException(
        "bean %s: the database refused the commit: %s; %s"
            .formatted(
                call.bean().name(), SqlFailure.text(refusal), call.whatBecomesOfTheSession()));
  }

  /**
   * Fails the calls that contain one whose request is to be sent elsewhere.
   *
   * @return what the caller sees of the failure; it never invalidates the client's proxy
   */
  static ApplicationException refuse(Exception failure) {
    if (failure instanceof LateRequestException) {
      return new ApplicationException(new EJBException(failure.getMessage(), failure));
    }
    if (failure instanceof PropagationException) {
      ThreadCalls.refuse(failure);
      return new ApplicationException(new RetryElsewhereException(failure.getMessage()));
    }
    return new ApplicationException(failure);
  }
}
