package org.g2cl.cmi.tomee;

import jakarta.ejb.EJBException;
import jakarta.transaction.Transaction;
import java.util.Optional;
import org.apache.openejb.core.stateful.Instance;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.SessionCall;

/**
 * Call of a session that this member executes: what the container has learnt of it so far. What of
 * it goes to the backups is a {@link CallUpdate}.
 *
 * <p>Used by the thread that executes the call. One that takes part in a transaction of an outer
 * caller lives on until that transaction ends.
 */
final class OpenCall {
  private final SessionCall call;
  private final ReplicatedBean bean;
  private final CallUpdate update;
  private final CallInterruption interruption;
  private Instance instance;
  private boolean discarded;
  private Reply reply;
  private Transaction transaction;
  private boolean executing = true;
  private int nested;
  private boolean doubtfulInPart;
  private EJBException lostInPart;
  private boolean mayChangeAfterwards;
  private Exception failure;
  private Throwable notActivated;
  private Turns.Place place;

  /** What becomes of the request when it is sent again. */
  enum Repetition {
    /** Nobody sends it again. */
    NONE,
    /** It is answered, so that its reply must be kept. */
    ANSWERED,
    /** It may be executed again, as long as it changes nothing. */
    EXECUTED;

    /**
     * That of a request.
     *
     * @param repeatable whether a client may send it again
     * @param idempotent whether it may then be executed again
     */
    static Repetition of(boolean repeatable, boolean idempotent) {
      if (!repeatable) {
        return NONE;
      }
      return idempotent ? EXECUTED : ANSWERED;
    }
  }

  /**
   * Creates one.
   *
   * @param trails of the sessions whose instances live here
   * @param method number of the method that is called
   */
  OpenCall(
      SessionCall call, ReplicatedBean bean, Trails trails, Repetition repetition, int method) {
    this.call = call;
    this.bean = bean;
    this.update = new CallUpdate(call, bean, trails, repetition, method);
    this.interruption = new CallInterruption(repetition == Repetition.NONE);
  }

  SessionCall call() {
    return call;
  }

  ReplicatedBean bean() {
    return bean;
  }

  String key() {
    return call.session().value();
  }

  /** Sets the place that it leaves when the session is free for other calls. */
  void leaveWhenClosed(Turns.Place taken) {
    place = taken;
  }

  /** Lets other calls of the session in. */
  void close() {
    try {
      call.close();
    } finally {
      interruption.giveBack();
      if (place != null) {
        place.leave(call.request(), repeatable());
      }
    }
  }

  /** Reply that every attempt of the request is given from now on. */
  private Optional<byte[]> repeatable() {
    return isSettled() && failure == null ? update.storedReply() : Optional.empty();
  }

  /** Whether an invocation of this thread or transaction belongs to the call. */
  boolean isJoinedBy(Transaction current) {
    return ((executing || isNested()) && interruption.isOfThisThread())
        || (transaction != null && transaction.equals(current));
  }

  void use(Instance used) {
    instance = used;
  }

  /** Whether the instance is the one that the call has, with what it has changed so far. */
  boolean isUsing(Instance other) {
    return instance == other;
  }

  /** The instance could not be made, of which the container does not know yet. */
  void failActivation(Throwable cause) {
    notActivated = cause;
  }

  /**
   * Tells the container, once, why there is no instance.
   *
   * @throws Exception what the instance could not be made for
   */
  void requireActivated() throws Exception {
    Throwable cause = notActivated;
    notActivated = null;
    if (cause instanceof Error error) {
      throw error;
    }
    if (cause instanceof Exception exception) {
      throw exception;
    }
  }

  /** The container has given the instance up: it is removed, or a system exception hit it. */
  void discard() {
    discarded = true;
  }

  boolean isDiscarded() {
    return discarded;
  }

  void replied(Reply outcome) {
    reply = outcome;
  }

  /** Outcome of the method; a result of null when it is not known. */
  Reply reply() {
    return reply == null ? Reply.result(null) : reply;
  }

  /** The transaction decides about the call from now on. */
  void enlist(Transaction deciding) {
    transaction = deciding;
  }

  /** Transaction that decides about the call, or null. */
  Transaction transaction() {
    return transaction;
  }

  boolean isEnlisted() {
    return transaction != null;
  }

  void leaveTransaction() {
    transaction = null;
  }

  /** The invocation that opened the call has returned. */
  void executed() {
    executing = false;
    putInterruptionAside();
    if (isEnlisted()) {
      interruption.giveBack();
    }
  }

  /** See {@link CallInterruption}. */
  void putInterruptionAside() {
    interruption.putAside();
  }

  boolean isExecuting() {
    return executing;
  }

  /** Another invocation of the session begins inside the call. */
  void enterNested() {
    nested++;
  }

  void leaveNested() {
    nested--;
  }

  boolean isNested() {
    return nested > 0;
  }

  void fail(Exception cause) {
    failure = cause;
  }

  Optional<Exception> failure() {
    return Optional.ofNullable(failure);
  }

  /** Whether the bean may have changed: it was given out, or is gone. */
  boolean hasRun() {
    return instance != null || discarded;
  }

  boolean isPrepared() {
    return update.isPrepared();
  }

  /** Whether an update that says what became of the instance holds. */
  boolean isSettled() {
    return update.isSettled(discarded);
  }

  /**
   * Writes the state that the next {@link #prepare} sends.
   *
   * @throws EJBException when it cannot be serialized
   * @throws PropagationException when it can later
   */
  void capture() throws PropagationException {
    update.capture(discarded ? null : instance);
  }

  /** Whether the session is not as it was before the call, or removed. */
  boolean isChanged() {
    return update.isChanged();
  }

  /** Whether the session is known to be as it was, and no client waits for this very call. */
  boolean isOnlyRead() {
    return update.isOnlyRead();
  }

  /**
   * Tells whether the backups need to hear of the call: the state has changed, or its client will
   * ask for the reply, or would find one that was sent before the transaction was rolled back.
   *
   * @param anyChanged whether the call, or another one of its transaction, has changed a session;
   *     then it must not be executed again, idempotent or not
   */
  boolean isToSend(boolean anyChanged) {
    return update.isToSend(anyChanged);
  }

  /**
   * Sends the captured state, and the reply, to the backups.
   *
   * @throws EJBException when the reply cannot be serialized
   */
  void prepare(Reply outcome, boolean undecided) throws PropagationException {
    update.prepare(outcome, undecided);
  }

  /** Whether what was sent last holds whatever becomes of the transaction. */
  boolean isCounted() {
    return update.isCounted();
  }

  /** Ends a call of which there is nothing to send. */
  void confirmUnchanged() throws PropagationException {
    update.confirmUnchanged();
  }

  /** Its transaction has its marker, and those of all others that it needs. */
  void marked() {
    update.marked();
  }

  /** Whether the marker tells, when the commit fails, if the call is committed. */
  boolean isMarked() {
    return update.isMarked() && failure == null;
  }

  /** Somebody may change the bean when the transaction has ended. */
  void lookAfterCompletion() {
    mayChangeAfterwards = true;
  }

  boolean mayChangeAfterwards() {
    return mayChangeAfterwards || bean.hasAfterCompletion();
  }

  /** Sends the state once more when somebody's {@code afterCompletion} has changed it. */
  void sendAfterCompletion(Reply outcome) throws PropagationException {
    if (instance != null) {
      update.sendAgain(instance, outcome);
    }
  }

  /** An error of the JVM ends the call like any failure. */
  EJBException asFailure(Error error) {
    return update.failure(error.toString());
  }

  /** What becomes of the session when the call fails now; for messages. */
  String whatBecomesOfTheSession() {
    return update.whatBecomesOfTheSession();
  }

  /** Whether the call's marker tells that it holds, whatever the transaction manager says. */
  boolean isSettledByMarker() {
    return update.isSettledByMarker() && isSettled();
  }

  /**
   * Its marker holds, and the transaction has other resources, of which one may have failed in the
   * commit.
   */
  void doubtOtherResources() {
    doubtfulInPart = true;
  }

  boolean isDoubtfulInPart() {
    return doubtfulInPart;
  }

  /** The call holds, and another resource of its transaction has lost its part. */
  void loseInPart(EJBException told) {
    lostInPart = told;
  }

  /** What the caller is told of a call that holds, and that another resource has lost in part. */
  Optional<EJBException> lostInPart() {
    return Optional.ofNullable(lostInPart);
  }

  /** Sends another reply, to be given when the request comes again. */
  void replaceReply(Reply outcome) throws PropagationException {
    update.replaceReply(instance, outcome);
  }

  void commit() {
    update.commit(isMarked());
  }

  void abort() {
    update.abort();
  }
}
