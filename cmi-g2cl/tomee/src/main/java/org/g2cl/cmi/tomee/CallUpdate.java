package org.g2cl.cmi.tomee;

import jakarta.ejb.EJBException;
import java.util.Optional;
import org.apache.openejb.core.stateful.Instance;
import org.g2cl.cmi.tomee.OpenCall.Repetition;
import org.g2cl.cmi.tomee.graph.Trail;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.Update;

/**
 * State and reply of a call on their way to the backups, and how far they have come.
 *
 * <p>Where sending fails, it is as far as before; the state that was captured can be sent again.
 */
final class CallUpdate {
  private final SessionCall call;
  private final ReplicatedBean bean;
  private final Trails trails;
  private final Repetition repetition;
  private final int method;
  private final boolean creation;
  private byte[] captured;
  private boolean removed;
  private Finding found = Finding.NONE;
  private Progress progress = Progress.OPEN;
  private boolean counted;
  private boolean settledByMarker;
  private byte[] storedReply;

  /** What the comparison of the state with that of before has shown. */
  private enum Finding {
    NONE,
    CHANGED,
    UNCHANGED
  }

  /** How far it has come. */
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

  /** Creates that of a call; see {@link OpenCall#OpenCall}. */
  CallUpdate(
      SessionCall call, ReplicatedBean bean, Trails trails, Repetition repetition, int method) {
    this.call = call;
    this.bean = bean;
    this.trails = trails;
    this.repetition = repetition;
    this.method = method;
    this.creation = call.state().isEmpty();
  }

  private String key() {
    return call.session().value();
  }

  /** Reply that every attempt of the request is given from now on, if it is settled. */
  Optional<byte[]> storedReply() {
    return Optional.ofNullable(storedReply);
  }

  boolean isPrepared() {
    return progress == Progress.PREPARED || progress == Progress.MARKED;
  }

  boolean isMarked() {
    return progress == Progress.MARKED;
  }

  /** Whether an update holds that says whether the session is removed. */
  boolean isSettled(boolean removal) {
    return progress == Progress.SETTLED && removed == removal;
  }

  boolean isSettledByMarker() {
    return settledByMarker;
  }

  /** Whether the session is not as it was before the call, or removed. */
  boolean isChanged() {
    return found == Finding.CHANGED;
  }

  /** Whether the session is known to be as it was, and no client waits for this very call. */
  boolean isOnlyRead() {
    return found == Finding.UNCHANGED && repetition == Repetition.NONE;
  }

  /** See {@link OpenCall#isToSend}. */
  boolean isToSend(boolean anyChanged) {
    return switch (repetition) {
      case NONE -> isChanged();
      case ANSWERED -> true;
      case EXECUTED -> isChanged() || anyChanged || counted;
    };
  }

  /** Whether what was sent last holds whatever becomes of the transaction. */
  boolean isCounted() {
    return counted;
  }

  /**
   * Writes the state that the next {@link #prepare} sends.
   *
   * @param instance null when the session is removed
   * @throws EJBException when it cannot be serialized
   * @throws PropagationException when it can later
   */
  void capture(Instance instance) throws PropagationException {
    found = found == Finding.UNCHANGED ? Finding.NONE : found;
    removed = instance == null;
    captured = removed ? null : written(instance);
    boolean changed = removed || !call.isUnchanged(captured);
    found = changed ? Finding.CHANGED : Finding.UNCHANGED;
  }

  /**
   * Sends the captured state, and the reply, to the backups.
   *
   * @throws EJBException when the reply cannot be serialized
   */
  void prepare(Reply outcome, boolean undecided) throws PropagationException {
    byte[] stored = stored(outcome);
    call.prepare(removed ? Update.removal(stored) : Update.state(captured, stored), undecided);
    prepared(stored);
    counted = !undecided;
  }

  /** Ends a call of which there is nothing to send. */
  void confirmUnchanged() throws PropagationException {
    call.confirmUnchanged();
    prepared(null);
  }

  private void prepared(byte[] stored) {
    keep(stored);
    captured = null;
    progress = Progress.PREPARED;
  }

  private void keep(byte[] stored) {
    storedReply = repetition == Repetition.NONE ? null : stored;
  }

  /** Its transaction has its marker, and those of all others that it needs. */
  void marked() {
    progress = Progress.MARKED;
  }

  /**
   * It holds.
   *
   * @param byMarker whether its marker says so, whatever the transaction manager does
   */
  void commit(boolean byMarker) {
    call.commit();
    settledByMarker = byMarker;
    progress = Progress.SETTLED;
  }

  /** It does not hold. */
  void abort() {
    call.abort();
    storedReply = null;
    progress = Progress.OPEN;
  }

  /** Sends the state once more, if it has changed since it was settled. */
  void sendAgain(Instance instance, Reply outcome) throws PropagationException {
    if (!removed) {
      byte[] state = written(instance);
      if (!call.isUnchanged(state)) {
        settle(Update.state(state, stored(outcome)));
      }
    }
  }

  /** Sends another reply, to be given when the request comes again. */
  void replaceReply(Instance instance, Reply outcome) throws PropagationException {
    byte[] stored = stored(outcome);
    settle(removed ? Update.removal(stored) : Update.state(written(instance), stored));
  }

  private void settle(Update update) throws PropagationException {
    call.prepare(update, false);
    call.commit();
    keep(update.reply());
  }

  private byte[] written(Instance instance) throws PropagationException {
    Trail trail = trails.take(key());
    try {
      byte[] state = bean.write(instance, call.state().orElse(null), trail);
      trails.put(key(), trail);
      return state;
    } catch (UnwritableException e) {
      if (e.isOnlyForNow() && progress != Progress.SETTLED) {
        throw new PropagationException(text(e.getMessage()));
      }
      throw failure(e.getMessage());
    }
  }

  private byte[] stored(Reply outcome) {
    try {
      return repetition == Repetition.NONE ? Reply.none() : bean.encode(outcome, method);
    } catch (UnwritableException e) {
      throw failure(e.getMessage());
    }
  }

  /** Failure of the call, with what becomes of the session. */
  EJBException failure(String why) {
    return new EJBException(text(why));
  }

  private String text(String why) {
    return "bean %s: %s; %s".formatted(bean.name(), why, whatBecomesOfTheSession());
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
}
