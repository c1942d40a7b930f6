package org.g2cl.propagation;

/**
 * Memory of which calls' transactions were committed, shared by the members; in practice a table of
 * the database that the transaction writes to.
 *
 * <p>{@link #settle} is asked by the member that takes over a session whose last update was
 * prepared as undecided. Asked by several threads at once, for different sessions, with no lock
 * held; it may wait for its database, whose time-outs bound that.
 */
public interface OutcomeLog {
  /**
   * Settles once and for all whether the transaction of that request and epoch is committed. Asked
   * again, by any member, it gives the same answer: the member that settled first may be gone too.
   *
   * @return true when it is committed; false when it can never be committed any more
   * @throws PropagationException when the log cannot be reached
   */
  boolean settle(SessionId session, RequestId request, long epoch) throws PropagationException;

  /**
   * Bars a request that no copy knows of from being committed in the epoch of an owner that is gone
   * and was not heard: it may have gone on alone. Asked again, it gives the same answer.
   *
   * @return true when it is committed there already, unseen by all who are left; it must not be
   *     executed again
   * @throws PropagationException when the log cannot be reached
   */
  boolean bar(SessionId session, RequestId request, long epoch) throws PropagationException;

  /**
   * Log for members whose beans write to no database: every prepared update holds, and nothing was
   * committed that no copy knows of.
   */
  static OutcomeLog none() {
    return NoOutcomeLog.INSTANCE;
  }
}
