package org.g2cl.propagation;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.g2cl.Registration;

/**
 * Propagation of the sessions of a group: it admits calls, sends what they made to the backups, and
 * takes sessions over from members that are gone.
 *
 * <p>Thread-safe. All waits for other members are bounded by {@link PropagationSettings}; how long
 * an {@link OutcomeLog} may take is for that to bound. Arguments are not null.
 *
 * <p>Before the member has joined, and when this is closed, calls that come are refused by a {@link
 * PropagationException}. When it is closed, figures and copies stay those of the end, and memory is
 * not to be bounded, nor anything handed over.
 */
public interface StatePropagation extends AutoCloseable {
  /**
   * Admits the creation of a session.
   *
   * @param session id of the session to create; the same in a retry
   * @param bean name under which any member can find the bean's class; 1 to 255 characters
   * @param timeout time without a call after which all copies are dropped; zero for never, and at
   *     least a millisecond else
   * @param request the client's request id, or empty where there is none
   * @return {@link Admission.Granted} with a call without state, or {@link Admission.Replayed} when
   *     that request created the session before
   * @throws IllegalArgumentException when the bean's name is too long or empty, or the time-out
   *     negative
   * @throws LeavingException when this member is about to leave
   * @throws ElsewhereException when another member claimed the session at the same time
   * @throws PropagationException when it cannot be decided in time, or another request created the
   *     session
   */
  Admission admitCreation(
      SessionId session, String bean, Duration timeout, Optional<RequestId> request)
      throws PropagationException;

  /**
   * Admits a call of a session, taking the session over when this member does not own it.
   *
   * @param request the client's request id, or empty where there is none
   * @throws SessionBusyException when another call of the session does not end in time
   * @throws ElsewhereException when another member claimed the session at the same time, or the
   *     session is not known here while this member has not found the others yet
   * @throws LeavingException when this member is about to leave
   * @throws PropagationException when the session cannot be taken over in time
   */
  Admission admit(SessionId session, Optional<RequestId> request) throws PropagationException;

  /**
   * Drops a session on all members, without a reply to keep: it has expired or its creation failed.
   * Does nothing when this member does not own it (any more), since another may go on with it.
   */
  void drop(SessionId session);

  /**
   * Tells the copies of a session now how its last change came out, without waiting. Otherwise they
   * hear of it with the next change, or within a second or two; by then the {@link OutcomeLog} may
   * have forgotten it. Does nothing when they know.
   */
  default void tellOutcome(SessionId session) {}

  /**
   * Copies held here at this moment, in no order; for tools and tests, since it visits them all.
   */
  default List<HeldCopy> heldCopies() {
    return List.of();
  }

  /**
   * Copy of that session here at this moment, without its content, which is not touched; for tools
   * and tests. Empty when there is none.
   */
  default Optional<HeldCopy> heldCopy(SessionId session) {
    return heldCopies().stream()
        .filter(copy -> copy.session().equals(session))
        .findFirst()
        .map(HeldCopy::withoutContent);
  }

  /**
   * Bounds the memory that states take here, own ones and copies: looked at each second, those not
   * used for longest go to files, and come back when they are used.
   *
   * @param bytes bound, positive
   * @param folder of this member alone; its files are deleted now, and when this is closed
   * @throws IllegalArgumentException when the bound is not positive
   * @throws IllegalStateException when there is one already, whose files stay as they are
   * @throws IOException when the folder cannot be used
   */
  void boundMemory(long bytes, Path folder) throws IOException;

  /**
   * Adds a listener of sessions whose state was put into a file; called soon after that, by a
   * thread of its own that tells of one session after the other. Of those that come while 100,000
   * wait for it it does not hear. What it throws is logged, and the other listeners are told all
   * the same.
   *
   * @return closed to hear no more, but for a call that runs
   */
  Registration addPutAwayListener(Consumer<SessionId> listener);

  /**
   * Tells whether this member executes calls: it is in the primary part of its group, or every part
   * goes on.
   */
  boolean isPrimary();

  /**
   * Waits until it is known whether this member executes calls, so that a member that has just
   * joined can go on alone when all others crash.
   *
   * @param timeout longest time to wait, of which no more than 365 days count
   * @return false when it does not, or that is not known in time
   */
  boolean awaitPrimary(Duration timeout) throws InterruptedException;

  /** Figures of this moment. */
  PropagationStatus status();

  /**
   * Refuses new calls, waits for those that run, and makes sure that every session held here has
   * its copies elsewhere. The log tells of how many there is no other copy. Once begun, no call
   * that comes is admitted here any more; begun again, it goes on with a time of its own. It ends
   * early when the thread is interrupted, whose interruption stays.
   *
   * @param timeout longest time to take, of which no more than 365 days count
   * @return sessions of which not all copies are known to be elsewhere, in time or for lack of
   *     other members
   */
  int handOver(Duration timeout);

  /** Stops without handing over, and deletes the files of {@link #boundMemory}; once or more. */
  @Override
  void close();
}
