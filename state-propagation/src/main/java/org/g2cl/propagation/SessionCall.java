package org.g2cl.propagation;

import java.util.List;
import java.util.Optional;

/**
 * Call of a session that this member owns, from its admission to its end.
 *
 * <p>One call at a time exists per session and member. Order of use: {@link #prepare}, then {@link
 * #commit} or {@link #abort}, as often as needed, then {@link #close}. A call that is closed
 * without being prepared has changed nothing. Used by one thread at a time.
 */
public interface SessionCall extends AutoCloseable {
  /** Session called. */
  SessionId session();

  /** Name of the bean, as given at creation. */
  String bean();

  /** Request that is executed: as the client gave it, or one made up where it gave none. */
  RequestId request();

  /** Epoch of the ownership under which the call runs. */
  long epoch();

  /**
   * Version of {@link #state()}: that at admission, higher after each {@link #prepare}.
   *
   * <p>A live instance that was left at the same epoch and version is current.
   */
  long version();

  /** Newest state, or empty for a session that is just being created. */
  Optional<byte[]> state();

  /**
   * Requests whose replies were kept at admission, the newest first, for callers who number
   * requests by the one before; none when they are not known here.
   */
  default List<RequestId> answered() {
    return List.of();
  }

  /**
   * Tells whether that state is the newest one, byte by byte, and no other member may hold a change
   * that came to nothing, as after a take-over. Then the state is to be sent, unchanged or not.
   */
  boolean isUnchanged(byte[] state);

  /**
   * Ends a call that has changed nothing and whose reply need not be kept, without a message: a
   * request that comes again is executed again. The others do not hear of it, so they cannot fence
   * it; that this member has not heard of a later owner is all that is checked.
   *
   * @throws FencedException when this member knows that another has taken the session over
   */
  void confirmUnchanged() throws FencedException;

  /**
   * Sends the update to the backups and waits for as many as the mode says.
   *
   * @param undecided true when a transaction with a marker decides about the update: copies then
   *     keep the state of before until they hear of {@link #commit} or {@link #abort}, or settle it
   *     by the {@link OutcomeLog}
   * @throws FencedException when another member has taken the session over; the call must fail and
   *     the client try there
   * @throws StateTooLargeException when the state is over the limit; nothing was sent
   * @throws PropagationException when the minimum of copies cannot be had
   */
  void prepare(Update update, boolean undecided) throws PropagationException;

  /**
   * Says that the prepared update holds. Sends nothing: the backups hear of it with the next change
   * or within a second or two, or by {@link StatePropagation#tellOutcome}.
   */
  void commit();

  /** Says that the prepared update never happened; the backups hear of it as of a commit. */
  void abort();

  /** Ends the call and lets the next one in; closing twice is harmless. */
  @Override
  void close();
}
