package org.g2cl;

import java.net.SocketAddress;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.Protocol;

/**
 * One member of one group, shared by services that are told apart by a service id.
 *
 * <p>Every G2CL service sends and receives through it alone. It frames messages, opens frames,
 * keeps the view and looks up qualities of service by name. Where the engine lacks a quality, the
 * next stronger one stands in, which is logged at debug level; a weaker one never does.
 *
 * <h2>Life cycle</h2>
 *
 * Open, register services and listeners, {@link #join()}, {@link #leave()}, perhaps join again,
 * {@link #close()}. Frames of a service id without a receiver are dropped and counted, so services
 * are registered before the group is joined.
 *
 * <h2>Threads</h2>
 *
 * Thread-safe. Receivers are called on the engine's delivering threads, membership listeners one at
 * a time. The engine has to honour {@link net.sf.jgcs.annotation.PointToPoint}.
 *
 * <p>After "G2CL: A Generic Group Communication Layer for Clustered Applications" (DAIS 2010).
 */
public interface MarshalDataSession extends AutoCloseable {
  /**
   * Opens a member of a group, not joined yet. The protocol stays the caller's to close.
   *
   * @throws net.sf.jgcs.InvalidStateException when the protocol's session of that group is in use
   *     already, by another of these or by a message listener
   * @throws GroupException when the protocol is closed or its engine does not know who the members
   *     are
   * @throws ClassCastException when the group belongs to another engine
   */
  static MarshalDataSession open(Protocol protocol, GroupConfiguration group)
      throws GroupException {
    return open(protocol, group, Scheduler.live());
  }

  /**
   * Opens one as above, on another scheduler than the machine's.
   *
   * @param scheduler of this session and of everything above it
   */
  static MarshalDataSession open(Protocol protocol, GroupConfiguration group, Scheduler scheduler)
      throws GroupException {
    return GroupMarshalDataSession.open(
        protocol, group, scheduler, (engine, dropped, self) -> DecoratorChain.none(engine));
  }

  /**
   * Joins the group and waits for the first view, at most 30 seconds; with encryption also for the
   * proof of another member that it has the same key.
   *
   * @throws GroupException when neither view nor proof comes in time; this member has then left
   * @throws net.sf.jgcs.InvalidStateException when already joined, joining, or leaving on another
   *     thread
   * @throws net.sf.jgcs.ClosedSessionException when closed
   */
  void join() throws GroupException;

  /**
   * Leaves the group; waiting requests end with an error, and so does a join under way.
   *
   * @throws net.sf.jgcs.InvalidStateException when not joined
   * @throws net.sf.jgcs.ClosedSessionException when closed
   */
  void leave() throws GroupException;

  /** Leaves the group when joined, and closes the jGCS sessions; closing twice is harmless. */
  @Override
  void close();

  /**
   * Time, waits and threads for everything that uses this session; the same object each time, since
   * it counts the {@linkplain Scheduler#failures failures} of them all.
   */
  Scheduler scheduler();

  /** Tells whether this member has a view. */
  boolean isJoined();

  /** Address of this member, or null when it is not joined. */
  SocketAddress localAddress();

  /**
   * Form of members' addresses that is the same at all members: for an address as argument, result
   * or value of a map. One that no member of the view has is read as an address that nobody has,
   * which is written as it was read.
   */
  default ValueCodec<SocketAddress> addressCodec() {
    return new AddressCodec(this);
  }

  /**
   * Current view.
   *
   * @throws IllegalStateException when not joined
   */
  Membership membership();

  /**
   * Registers the receiver of a service id.
   *
   * @param serviceId 0 to 255, the same at all members
   * @throws IllegalStateException when the id has a receiver already
   */
  Registration register(int serviceId, MessageReceiver receiver);

  /**
   * Adds a listener of views, called one at a time after {@link #membership()} has changed, in the
   * order in which listeners were added. It must not wait for messages. A listener that is added
   * when joined is not told the current view.
   */
  Registration addMembershipListener(Consumer<Membership> listener);

  /**
   * Adds a listener that hears, once for each membership, when this member is no longer in the
   * group. When it was {@link Departure#EXCLUDED}, it may {@link #join()} again, or {@link
   * #leave()} for good. An engine that joins again by itself begins a new membership with its next
   * view; with encryption the proof of another member is awaited as in {@link #join()}, and when it
   * does not come this member leaves, which this listener hears.
   */
  Registration addDepartureListener(Consumer<Departure> listener);

  /**
   * Sends a message to its destination, or to all members, this one included, when that is null.
   *
   * @param serviceId service that takes it at the other side
   * @param serviceName quality of service, a constant of {@link net.sf.jgcs.ServiceNames}
   * @throws net.sf.jgcs.InvalidStateException when not joined
   * @throws net.sf.jgcs.ClosedSessionException when closed
   * @throws net.sf.jgcs.UnsupportedServiceException when the engine has neither that quality nor a
   *     stronger one
   * @throws IllegalArgumentException when the message is larger than 64 MiB, or a total order is
   *     asked for a message to one member
   */
  void send(G2CLMessage message, int serviceId, String serviceName) throws GroupException;

  /**
   * Sends a message to each of these members, one by one; framed once. The destination of the
   * message does not matter.
   *
   * @throws GroupException as {@link #send}; members later in the list have then not been sent it
   */
  void sendEach(
      Collection<SocketAddress> dests, G2CLMessage message, int serviceId, String serviceName)
      throws GroupException;

  /**
   * Changes the keys of a session that encrypts, while it runs; not needed where they are in a
   * file, which is read again when it changes. Those it had are accepted for {@code crypto.grace}
   * more.
   *
   * @param keys values of {@code crypto.secret} and {@code crypto.accepted-secrets}, of {@code
   *     crypto.secret-file}, or of {@code crypto.keystore} and what belongs to it
   * @throws GroupException when a key is missing or cannot be read; those it had then stay
   * @throws IllegalStateException when the session does not encrypt
   */
  void changeKeys(Map<String, String> keys) throws GroupException;

  /**
   * Number of received frames that were dropped: malformed, replayed, not encrypted where they must
   * be, or of a service without receiver.
   */
  long droppedFrames();

  /**
   * What shows that a member has other settings or another release than this one: the last frame
   * that was dropped for that, with its sender and the reason. Empty when there was none.
   */
  Optional<String> mismatch();
}
