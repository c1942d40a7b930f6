package org.g2cl;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests to members of a group, with their responses.
 *
 * <h2>Threads</h2>
 *
 * Responses are never queued behind requests: they end their request on the thread that delivers
 * them, and so run what depends on its future; such code must not wait. Where a request is handled
 * depends on the service that it was sent with:
 *
 * <ul>
 *   <li><b>unordered</b>: on the delivering thread, many at a time; the quickest way. On an engine
 *       that delivers by one thread, the handler must not wait for other messages.
 *   <li><b>best effort, fifo, total order, safe</b>: in the order of delivery, by one thread of
 *       this dispatcher. A handler may send requests and wait, but not for a response that the same
 *       thread has to make, here or where it asks: it leaves this member out of a cast, and members
 *       that may ask each other use unordered. At most 10,000 wait, of 256 MiB together; requests
 *       above that are refused with a {@link RemoteInvocationException} whose type is {@link
 *       RejectedExecutionException}. That is the back-pressure: a caller that waits for its
 *       responses never has more there than it has threads. Above that, requests without a response
 *       hold the delivering thread until there is room, so that the engine slows the senders down;
 *       but for five seconds at most, in case the handler waits for what that very thread would
 *       deliver. Then they are dropped, and logged, until there is room again. With {@link
 *       #directDispatching} on the delivering thread.
 * </ul>
 *
 * <h2>Waiting</h2>
 *
 * Every wait ends: with the responses, at the time-out, or when the members asked have left or
 * failed, or have come back by a merge of two parts of the group, in which the request or its
 * response may have been lost. Sending may take longer than that: with requests of megabytes the
 * engine's flow control has the sender wait for a member that takes nothing, until that one is put
 * out, and a call with a future, too. At most 8,192 requests wait at a time; more are refused.
 * After JGroups' class of the same name.
 */
public class MessageDispatcher implements AutoCloseable {
  /** Ordered requests that may wait. */
  static final int MAX_ORDERED = 10_000;

  /** Bytes of ordered requests that may wait, one larger one apart. */
  static final long MAX_ORDERED_BYTES = 256L << 20;

  private static final Logger LOG = LoggerFactory.getLogger(MessageDispatcher.class);

  private final MarshalDataSession session;
  private final int serviceId;
  private final RareLog behindItself = new RareLog();
  private final OutgoingRequests outgoing;
  private final IncomingRequests incoming;
  private final List<Registration> registrations;

  /**
   * Creates a dispatcher and registers it; do so before the session joins.
   *
   * @param serviceId 0 to 255, the same at all members, used by nobody else on the session
   * @param handler answers requests, or null when this member only asks
   * @throws IllegalStateException when the service id is in use
   */
  public MessageDispatcher(MarshalDataSession session, int serviceId, RequestHandler handler) {
    this(session, serviceId, handler, null);
  }

  /** Creates one whose responses may be values in the form of a codec, or null for none. */
  @SuppressWarnings("this-escape") // registered last, when every field but this list is set
  MessageDispatcher(
      MarshalDataSession session, int serviceId, RequestHandler handler, ValueCodec<Object> codec) {
    this.session = session;
    this.serviceId = serviceId;
    this.outgoing = new OutgoingRequests(session, serviceId, codec);
    this.incoming = new IncomingRequests(session, serviceId, handler, MAX_ORDERED_BYTES);
    this.registrations =
        List.of(
            session.register(serviceId, this::receive),
            session.addMembershipListener(outgoing::onView),
            session.addDepartureListener(outgoing::onDeparture));
  }

  /**
   * Sets whether ordered requests too are handled on the delivering thread: without a queue that
   * could refuse them, but the handler must not wait for other messages. Set it before joining.
   */
  public MessageDispatcher directDispatching(boolean value) {
    incoming.direct(value);
    return this;
  }

  /**
   * Lets totally ordered requests be in step with a state transfer: a member without its state
   * answers them with a {@link StateNotReadyException}, and has their effects when it has its
   * state. Implies {@link #directDispatching}. Set it before joining.
   */
  public MessageDispatcher after(StateTransferDataSession stateTransfer) {
    incoming.gate(stateTransfer.gate());
    return this;
  }

  /** Session that this dispatcher sends through. */
  public MarshalDataSession session() {
    return session;
  }

  /**
   * Sends a request to members and waits for their responses.
   *
   * @param dests members whose responses are awaited; null for all of the view. With total order
   *     the request is handled by all members all the same, else by these only
   * @param message its destination does not matter
   * @param options null for {@link RequestOptions#SYNC()}
   * @return one entry per member asked; members without an answer in time have an empty one. Empty
   *     when no response was asked for, or nobody is asked, when nothing is sent
   * @throws GroupException when it could not be sent, or this member left the group
   * @throws InterruptedException when interrupted while waiting
   */
  public <T> RspList<T> castMessage(
      Collection<SocketAddress> dests, G2CLMessage message, RequestOptions options)
      throws GroupException, InterruptedException {
    PendingRequest<RspList<T>> request = outgoing.cast(dests, message, orSync(options));
    if (request == null) {
      return new RspList<>();
    }
    tellWhenBehindItself(dests, orSync(options));
    try {
      return session.scheduler().get(request, Duration.ofMillis(orSync(options).timeout()));
    } catch (TimeoutException e) {
      return expired(request);
    } catch (ExecutionException e) {
      throw groupFailure(e.getCause());
    } finally {
      outgoing.forget(request);
    }
  }

  /** Says so when the thread that is about to wait is the one that would make the own answer. */
  private void tellWhenBehindItself(Collection<SocketAddress> dests, RequestOptions options) {
    boolean ownNeeded =
        incoming.standsInTheWayOf(Order.named(options.service()))
            && options.mode() == ResponseMode.GET_ALL
            && options.rspFilter() == null
            && (dests == null || dests.contains(session.localAddress()));
    if (ownNeeded && behindItself.count()) {
      LOG.warn(
          "{}: a handler of service id {} waits for the answer of its own member, which stands behind it and will not come within the {} ms; let it wait on a thread of its own, or not at all (ASYNC, castMessageWithFuture); {} so far",
          session.localAddress(),
          serviceId,
          options.timeout(),
          behindItself.total());
    }
  }

  private static RequestOptions orSync(RequestOptions options) {
    return options == null ? RequestOptions.SYNC() : options;
  }

  /** Result at the time-out, unless the request has just ended with an error. */
  private static <T> T expired(PendingRequest<T> request) throws GroupException {
    request.expire();
    try {
      return request.join();
    } catch (CompletionException e) {
      throw groupFailure(e.getCause());
    }
  }

  /**
   * Sends a request to members; the future ends with their responses, or at the time-out with those
   * that came. Errors that {@link #castMessage} throws end it exceptionally.
   */
  public <T> CompletableFuture<RspList<T>> castMessageWithFuture(
      Collection<SocketAddress> dests, G2CLMessage message, RequestOptions options) {
    try {
      PendingRequest<RspList<T>> request = outgoing.cast(dests, message, orSync(options));
      if (request == null) {
        return CompletableFuture.completedFuture(new RspList<>());
      }
      return outgoing.watched(request);
    } catch (GroupException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Sends a request to the destination of the message and waits for the response.
   *
   * @param options null for {@link RequestOptions#SYNC()}
   * @return what the handler answered, or null when no response was asked for or the filter refused
   *     it
   * @throws SuspectedException when the member is not in the group, or leaves or fails meanwhile
   * @throws RemoteInvocationException when the handler threw
   * @throws GroupException when it could not be sent, its answer not be read, or this member left
   *     the group
   * @throws TimeoutException when no response came in time
   * @throws InterruptedException when interrupted while waiting
   * @throws IllegalArgumentException when the destination is null, or total order was asked for
   */
  @SuppressWarnings("TypeParameterUnusedInFormals") // the shape that JGroups users know
  public <T> T sendMessage(G2CLMessage message, RequestOptions options)
      throws GroupException, TimeoutException, InterruptedException {
    PendingRequest<T> request = outgoing.unicast(message, orSync(options));
    if (request == null) {
      return null;
    }
    try {
      return session.scheduler().get(request, Duration.ofMillis(orSync(options).timeout()));
    } catch (TimeoutException e) {
      throw timedOut(message, options);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TimeoutException) {
        throw timedOut(message, options);
      }
      throw groupFailure(e.getCause());
    } finally {
      outgoing.forget(request);
    }
  }

  /**
   * Sends a request to the destination of the message; the future ends with the response. Errors
   * that {@link #sendMessage} throws end it exceptionally.
   */
  public <T> CompletableFuture<T> sendMessageWithFuture(
      G2CLMessage message, RequestOptions options) {
    try {
      PendingRequest<T> request = outgoing.unicast(message, orSync(options));
      if (request == null) {
        return CompletableFuture.completedFuture(null);
      }
      return outgoing.watched(request);
    } catch (GroupException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private TimeoutException timedOut(G2CLMessage message, RequestOptions options) {
    return new TimeoutException(
        "%s: no response of member %s within %d ms"
            .formatted(session.localAddress(), message.getDest(), orSync(options).timeout()));
  }

  private static GroupException groupFailure(Throwable cause) {
    if (cause instanceof GroupException failure) {
      return failure;
    }
    return new GroupException("request failed", cause);
  }

  private void receive(G2CLMessage message) {
    Header header = message.header();
    switch (header.type()) {
      case Header.REPLY, Header.ERROR -> outgoing.onReply(message, header);
      case Header.REQUEST, Header.ONE_WAY -> incoming.onRequest(message, header);
      default -> incoming.drop(message, "neither request nor reply");
    }
  }

  /** Takes the dispatcher off the session; waiting requests end with an error. */
  @Override
  public void close() {
    registrations.forEach(Registration::close);
    incoming.close();
    outgoing.close();
  }
}
