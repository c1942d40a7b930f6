package org.g2cl.cmi.tomee;

import jakarta.ejb.EJBException;
import jakarta.transaction.Transaction;
import java.util.Optional;
import org.apache.openejb.core.stateful.Instance;
import org.g2cl.cmi.tomee.graph.Trail;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.Update;

/**
 * Call of a session that this member executes: what the container has learnt of it so far.
 *
 * <p>Used by the thread that executes the call. One that takes part in a transaction of an outer
 * caller lives on until that transaction ends.
 */
final class OpenCall {
  private final SessionCall call;
  private final ReplicatedBean bean;
  private final Trails trails;
  private final Repetition repetition;
  private final int method;
  private final boolean creation;
  private final Thread thread = Thread.currentThread();
  private Instance instance;
  private boolean discarded;
  private Reply reply;
  private Transaction transaction;
  private boolean executing = true;
  private int nested;
  private byte[] captured;
  private Finding found = Finding.NONE;
  private Progress progress = Progress.OPEN;
  private boolean counted;
  private boolean settledByMarker;
  private boolean doubtfulInPart;
  private EJBException lostInPart;
  private boolean mayChangeAfterwards;
  private boolean removed;
  private Exception failure;
  private Turns.Place place;
  private byte[] storedReply;
  private boolean interrupted;

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

  /** What the comparison of the state with that of before has shown. */
  private enum Finding {
    NONE,
    CHANGED,
    UNCHANGED
  }

  /** How far the call's update has come. */
  private enum Progress {
    /** None is on its way. */
    OPEN,
    /** The backups have it, or there is nothing to send. */
    PREPARED,
    /** Its transaction has its marker, and those of all others that it needs. */
    MARKED,
    /** It holds. */
    SETTLED
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
    this.trails = trails;
    this.repetition = repetition;
    this.method = method;
    this.creation = call.state().isEmpty();
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
      interruptCaller();
      if (place != null) {
        place.leave(call.request(), repeatable());
      }
    }
  }

  /** Reply that every attempt of the request is given from now on. */
  private Optional<byte[]> repeatable() {
    return isSettled() && failure == null ? Optional.ofNullable(storedReply) : Optional.empty();
  }

  /** Whether an invocation of this thread or transaction belongs to the call. */
  boolean isJoinedBy(Transaction current) {
    return (executing && thread == Thread.currentThread())
        || (transaction != null && transaction.equals(current));
  }

  void use(Instance used) {
    instance = used;
  }

  /** Whether the instance is the one that the call has, with what it has changed so far. */
  boolean isUsing(Instance other) {
    return instance == other;
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
      interruptCaller();
    }
  }

  /**
   * Takes the interruption that the bean has left from the thread. With it nobody would wait for
   * the backups, and the client would have the bean run once more at another server.
   */
  void putInterruptionAside() {
    interrupted |= Thread.interrupted();
  }

  /** A local caller goes on by the thread, and finds it as the bean has left it. */
  private void interruptCaller() {
    if (interrupted && repetition == Repetition.NONE) {
      thread.interrupt();
    }
    interrupted = false;
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
    return progress == Progress.PREPARED || progress == Progress.MARKED;
  }

  /** Whether an update that says what became of the instance holds. */
  boolean isSettled() {
    return progress == Progress.SETTLED && removed == discarded;
  }

  /**
   * Writes the state that the next {@link #prepare} sends.
   *
   * @throws EJBException when it cannot be serialized
   */
  void capture() {
    found = found == Finding.UNCHANGED ? Finding.NONE : found;
    removed = discarded || instance == null;
    captured = removed ? null : written();
    boolean changed = removed || !call.isUnchanged(captured);
    found = changed ? Finding.CHANGED : Finding.UNCHANGED;
  }

  /** Whether the session is not as it was before the call, or removed. */
  boolean isChanged() {
    return found == Finding.CHANGED;
  }

  /** Whether the session is known to be as it was, and no client waits for this very call. */
  boolean isOnlyRead() {
    return found == Finding.UNCHANGED && repetition == Repetition.NONE;
  }

  /**
   * Tells whether the backups need to hear of the call: the state has changed, or its client will
   * ask for the reply, or would find one that was sent before the transaction was rolled back.
   *
   * @param anyChanged whether the call, or another one of its transaction, has changed a session;
   *     then it must not be executed again, idempotent or not
   */
  boolean isToSend(boolean anyChanged) {
    return switch (repetition) {
      case NONE -> isChanged();
      case ANSWERED -> true;
      case EXECUTED -> isChanged() || anyChanged || counted;
    };
  }

  /**
   * Sends the captured state, and the reply, to the backups.
   *
   * @throws EJBException when the reply cannot be serialized
   */
  void prepare(Reply outcome, boolean undecided) throws PropagationException {
    byte[] stored = stored(outcome);
    call.prepare(removed ? Update.removal(stored) : Update.state(captured, stored), undecided);
    storedReply = repetition == Repetition.NONE ? null : stored;
    captured = null;
    progress = Progress.PREPARED;
    counted = !undecided;
  }

  /** Whether what was sent last holds whatever becomes of the transaction. */
  boolean isCounted() {
    return counted;
  }

  /** Ends a call of which there is nothing to send. */
  void confirmUnchanged() throws PropagationException {
    call.confirmUnchanged();
    storedReply = null;
    captured = null;
    progress = Progress.PREPARED;
  }

  /** Its transaction has its marker, and those of all others that it needs. */
  void marked() {
    progress = Progress.MARKED;
  }

  /** Whether the marker tells, when the commit fails, if the call is committed. */
  boolean isMarked() {
    return progress == Progress.MARKED && failure == null;
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
    if (removed || instance == null) {
      return;
    }
    byte[] state = written();
    if (!call.isUnchanged(state)) {
      byte[] stored = stored(outcome);
      call.prepare(Update.state(state, stored), false);
      call.commit();
      storedReply = repetition == Repetition.NONE ? null : stored;
    }
  }

  private byte[] written() {
    Trail trail = trails.take(key());
    try {
      byte[] state = bean.write(instance, trail);
      trails.put(key(), trail);
      return state;
    } catch (UnwritableException e) {
      throw unwritable(e);
    }
  }

  private byte[] stored(Reply outcome) {
    try {
      return repetition == Repetition.NONE ? Reply.none() : bean.encode(outcome, method);
    } catch (UnwritableException e) {
      throw unwritable(e);
    }
  }

  private EJBException unwritable(UnwritableException e) {
    return new EJBException(
        "bean %s: %s; %s".formatted(bean.name(), e.getMessage(), whatBecomesOfTheSession()));
  }

  /** An error of the JVM ends the call like any failure. */
  EJBException asFailure(Error error) {
    return new EJBException(
        "bean %s: %s; %s".formatted(bean.name(), error, whatBecomesOfTheSession()));
  }

  /** What becomes of the session when the call fails now; for messages. */
  String whatBecomesOfTheSession() {
    if (progress == Progress.SETTLED) {
      return "session %s goes on with its state of before afterCompletion, and the call holds"
          .formatted(key());
    }
    return creation
        ? "session %s is not created".formatted(key())
        : "session %s goes on with its state of before this call".formatted(key());
  }

  /** Whether the call's marker tells that it holds, whatever the transaction manager says. */
  boolean isSettledByMarker() {
    return settledByMarker && isSettled();
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
    byte[] stored = stored(outcome);
    call.prepare(removed ? Update.removal(stored) : Update.state(written(), stored), false);
    call.commit();
    storedReply = repetition == Repetition.NONE ? null : stored;
  }

  void commit() {
    call.commit();
    settledByMarker = isMarked();
    progress = Progress.SETTLED;
  }

  void abort() {
    call.abort();
    storedReply = null;
    progress = Progress.OPEN;
  }
}
