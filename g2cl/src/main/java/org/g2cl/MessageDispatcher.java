package org.g2cl;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.ServiceNames;
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
 *   <li><b>best effort, unordered</b>: on the delivering thread, many at a time; the quickest way.
 *       On an engine that delivers by one thread, the handler must not wait for other messages.
 *   <li><b>fifo, total order, safe</b>: in the order of delivery, by one thread of this dispatcher,
 *       so a handler may send requests and wait. At most 10,000 wait; requests above that are
 *       refused with a {@link RemoteInvocationException} whose type is {@link
 *       RejectedExecutionException}. That is the back-pressure: a caller that waits for its
 *       responses never has more there than it has threads. With {@link #directDispatching} on the
 *       delivering thread.
 * </ul>
 *
 * <h2>Waiting</h2>
 *
 * Every wait ends: with the responses, at the time-out, or when the members asked have left or
 * failed. At most 8,192 requests wait at a time; more are refused. After JGroups' class of the same
 * name.
 */
public class MessageDispatcher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MessageDispatcher.class);

  /** Ordered requests that may wait. */
  static final int MAX_ORDERED = 10_000;

  private final MarshalDataSession session;
  private final int serviceId;
  private final RequestHandler handler;
  private final PendingRequests pending;
  private final Scheduler.Worker ordered;
  private final List<Registration> registrations;
  private final RareLog dropped = new RareLog();
  private volatile boolean direct;
  private volatile StateGate gate;
  private volatile boolean closed;

  /**
   * Creates a dispatcher and registers it; do so before the session joins.
   *
   * @param serviceId 0 to 255, the same at all members, used by nobody else on the session
   * @param handler answers requests, or null when this member only asks
   * @throws IllegalStateException when the service id is in use
   */
  @SuppressWarnings("this-escape") // registered last, when every field but this list is set
  public MessageDispatcher(MarshalDataSession session, int serviceId, RequestHandler handler) {
    this.session = session;
    this.serviceId = serviceId;
    this.handler = handler;
    this.pending = new PendingRequests(session.scheduler());
    this.ordered = session.scheduler().worker("g2cl-" + serviceId + "-ordered", MAX_ORDERED);
    this.registrations =
        List.of(
            session.register(serviceId, this::receive),
            session.addMembershipListener(this::onView),
            session.addDepartureListener(this::onDeparture));
  }

  /**
   * Sets whether ordered requests too are handled on the delivering thread: without a queue that
   * could refuse them, but the handler must not wait for other messages. Set it before joining.
   */
  public MessageDispatcher directDispatching(boolean value) {
    direct = value;
    return this;
  }

  /**
   * Lets totally ordered requests be in step with a state transfer: a member without its state
   * answers them with a {@link StateNotReadyException}, and has their effects when it has its
   * state. Implies {@link #directDispatching}. Set it before joining.
   */
  public MessageDispatcher after(StateTransferDataSession stateTransfer) {
    gate = stateTransfer.gate();
    direct = true;
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
   * @return one entry per member asked; members without an answer in time have an empty one. Empty
   *     when no response was asked for
   * @throws GroupException when it could not be sent, or this member left the group
   * @throws InterruptedException when interrupted while waiting
   */
  public <T> RspList<T> castMessage(
      Collection<SocketAddress> dests, G2CLMessage message, RequestOptions options)
      throws GroupException, InterruptedException {
    PendingRequest<RspList<T>> request = cast(dests, message, options);
    if (request == null) {
      return new RspList<>();
    }
    try {
      return session.scheduler().get(request, Duration.ofMillis(options.timeout()));
    } catch (TimeoutException e) {
      request.expire();
      return request.join();
    } catch (ExecutionException e) {
      throw groupFailure(e.getCause());
    } finally {
      pending.remove(request);
    }
  }

  /**
   * Sends a request to members; the future ends with their responses, or at the time-out with those
   * that came. Errors that {@link #castMessage} throws end it exceptionally.
   */
  public <T> CompletableFuture<RspList<T>> castMessageWithFuture(
      Collection<SocketAddress> dests, G2CLMessage message, RequestOptions options) {
    try {
      PendingRequest<RspList<T>> request = cast(dests, message, options);
      if (request == null) {
        return CompletableFuture.completedFuture(new RspList<>());
      }
      pending.watchDeadlines();
      return request;
    } catch (GroupException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Sends a request to the destination of the message and waits for the response.
   *
   * @return what the handler answered, or null when no response was asked for
   * @throws SuspectedException when the member is not in the group, or leaves or fails meanwhile
   * @throws RemoteInvocationException when the handler threw
   * @throws GroupException when it could not be sent, or this member left the group
   * @throws TimeoutException when no response came in time
   * @throws InterruptedException when interrupted while waiting
   * @throws IllegalArgumentException when the destination is null, or total order was asked for
   */
  @SuppressWarnings("TypeParameterUnusedInFormals") // the shape that JGroups users know
  public <T> T sendMessage(G2CLMessage message, RequestOptions options)
      throws GroupException, TimeoutException, InterruptedException {
    PendingRequest<T> request = unicast(message, options);
    if (request == null) {
      return null;
    }
    try {
      return session.scheduler().get(request, Duration.ofMillis(options.timeout()));
    } catch (TimeoutException e) {
      throw timedOut(message, options);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TimeoutException) {
        throw timedOut(message, options);
      }
      throw groupFailure(e.getCause());
    } finally {
      pending.remove(request);
    }
  }

  /**
   * Sends a request to the destination of the message; the future ends with the response. Errors
   * that {@link #sendMessage} throws end it exceptionally.
   */
  public <T> CompletableFuture<T> sendMessageWithFuture(
      G2CLMessage message, RequestOptions options) {
    try {
      PendingRequest<T> request = unicast(message, options);
      if (request == null) {
        return CompletableFuture.completedFuture(null);
      }
      pending.watchDeadlines();
      return request;
    } catch (GroupException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private TimeoutException timedOut(G2CLMessage message, RequestOptions options) {
    return new TimeoutException(
        "%s: no response of member %s within %d ms"
            .formatted(session.localAddress(), message.getDest(), options.timeout()));
  }

  private static GroupException groupFailure(Throwable cause) {
    if (cause instanceof GroupException failure) {
      return failure;
    }
    return new GroupException("request failed", cause);
  }

  private <T> PendingRequest<T> unicast(G2CLMessage message, RequestOptions options)
      throws GroupException {
    SocketAddress dest = message.getDest();
    if (dest == null) {
      throw new IllegalArgumentException("message has no destination; use castMessage for all");
    }
    if (options.mode() == ResponseMode.GET_NONE) {
      view();
      session.send(
          message.with(dest, Header.of(Header.ONE_WAY, 0, 0)), serviceId, options.service());
      return null;
    }
    UnicastRequest<T> request = new UnicastRequest<>(pending, dest, options);
    begin(request);
    try {
      request.onView(view());
      if (!request.isDone()) {
        Header header = Header.of(Header.REQUEST, 0, request.id());
        session.send(message.with(dest, header), serviceId, options.service());
      }
      return request;
    } catch (GroupException | RuntimeException e) {
      pending.remove(request);
      throw e;
    }
  }

  private <T> PendingRequest<RspList<T>> cast(
      Collection<SocketAddress> dests, G2CLMessage message, RequestOptions options)
      throws GroupException {
    Membership view = view();
    boolean toAll = toAll(dests, options);
    List<SocketAddress> asked = asked(dests, view, options);
    if (options.mode() == ResponseMode.GET_NONE || asked.isEmpty()) {
      transmit(toAll, asked, message.with(null, Header.of(Header.ONE_WAY, 0, 0)), options);
      return null;
    }
    GroupRequest<T> request = new GroupRequest<>(pending, asked, options);
    begin(request);
    try {
      Header header = Header.of(Header.REQUEST, 0, request.id());
      transmit(toAll, asked, message.with(null, header), options);
      request.onView(view());
      return request;
    } catch (GroupException | RuntimeException e) {
      pending.remove(request);
      throw e;
    }
  }

  private static boolean toAll(Collection<SocketAddress> dests, RequestOptions options) {
    boolean total = Order.named(options.service()).total();
    if (total && (options.anycasting() || options.hasExclusionList())) {
      throw new IllegalArgumentException(
          "service '%s' is a total order over all members; anycasting and exclusions need fifo or unordered"
              .formatted(options.service()));
    }
    return total || (dests == null && !options.anycasting() && !options.hasExclusionList());
  }

  private static List<SocketAddress> asked(
      Collection<SocketAddress> dests, Membership view, RequestOptions options) {
    Collection<SocketAddress> wanted = dests == null ? view.getMembershipList() : dests;
    if (!options.hasExclusionList()) {
      return List.copyOf(wanted);
    }
    List<SocketAddress> asked = new ArrayList<>(wanted);
    asked.removeAll(options.exclusionList());
    return asked;
  }

  private void transmit(
      boolean toAll, List<SocketAddress> asked, G2CLMessage message, RequestOptions options)
      throws GroupException {
    if (toAll) {
      session.send(message, serviceId, options.service());
    } else {
      session.sendEach(asked, message, serviceId, options.service());
    }
  }

  private void begin(PendingRequest<?> request) throws GroupException {
    if (closed) {
      throw new ClosedSessionException("dispatcher of service id " + serviceId + " is closed");
    }
    if (!pending.add(request)) {
      throw new GroupException(
          "%s: %d requests wait for responses already, no more are taken; slow down or shorten the time-out"
              .formatted(session.localAddress(), PendingRequests.CAPACITY));
    }
  }

  private Membership view() throws GroupException {
    try {
      return session.membership();
    } catch (IllegalStateException e) {
      throw new InvalidStateException("request needs a joined group", e);
    }
  }

  private void onView(Membership view) {
    pending.forEach(request -> request.onView(view));
  }

  private void onDeparture(Departure departure) {
    pending.forEach(
        request -> request.fail(new InvalidStateException("this member is gone: " + departure)));
  }

  private void receive(G2CLMessage message) {
    Header header = message.header();
    switch (header.type()) {
      case Header.REPLY, Header.ERROR -> onReply(message, header);
      case Header.REQUEST, Header.ONE_WAY -> onRequest(message, header);
      default -> drop(message, "neither request nor reply");
    }
  }

  private void onReply(G2CLMessage message, Header header) {
    PendingRequest<?> request = pending.get(header.correlation());
    if (request == null) {
      return;
    }
    try {
      request.onResponse(message.getSender(), Replies.read(message));
    } catch (MalformedFrameException e) {
      drop(message, e.getMessage());
    }
  }

  private void onRequest(G2CLMessage message, Header header) {
    StateGate passed = gate;
    if (passed != null && header.order().total() && !passed.isOpen()) {
      handleAfterState(passed, message);
    } else if (direct || header.order().concurrent()) {
      handle(message);
    } else if (!ordered.offer(() -> handle(message))) {
      refuse(message);
    }
  }

  private void handleAfterState(StateGate closedGate, G2CLMessage message) {
    if (closedGate.pass(message.oneWay(), this::handle)) {
      handle(message);
      return;
    }
    Reply reply = replyTo(message);
    if (reply != null) {
      reply.send(new StateNotReadyException("member has not received its state yet"), true);
    }
  }

  private void refuse(G2CLMessage message) {
    String reason = closed ? "dispatcher is closed" : "queue of ordered requests is full";
    drop(message, reason);
    Reply reply = replyTo(message);
    if (reply != null) {
      reply.send(new RejectedExecutionException(reason), true);
    }
  }

  private void handle(G2CLMessage message) {
    Reply reply = replyTo(message);
    try {
      if (handler == null) {
        throw new UnsupportedOperationException("member has no request handler");
      }
      handler.handle(message, reply);
    } catch (Throwable e) { // also an Error: the caller must not wait for its time-out
      if (reply != null) {
        reply.send(e, true);
      } else if (dropped.count()) {
        LOG.warn("{}: handler of {} failed", session.localAddress(), message, e);
      }
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Reply replyTo(G2CLMessage request) {
    return request.header().type() == Header.REQUEST ? new Reply(this, request) : null;
  }

  /** Sends a reply; failures are logged, since the caller's wait ends at its time-out. */
  final void reply(G2CLMessage reply, Order requested) {
    try {
      boolean bestEffort = requested == Order.BEST_EFFORT;
      session.send(
          reply, serviceId, bestEffort ? ServiceNames.BEST_EFFORT : ServiceNames.UNORDERED);
    } catch (GroupException e) {
      LOG.debug("{}: reply to {} failed", session.localAddress(), reply.getDest(), e);
    }
  }

  private void drop(G2CLMessage message, String reason) {
    if (dropped.count()) {
      LOG.warn(
          "{}: dropped {}: {}; {} dropped so far",
          session.localAddress(),
          message,
          reason,
          dropped.total());
    }
  }

  /** Takes the dispatcher off the session; waiting requests end with an error. */
  @Override
  public void close() {
    closed = true;
    registrations.forEach(Registration::close);
    ordered.close();
    pending.forEach(
        request -> request.fail(new ClosedSessionException("dispatcher was closed meanwhile")));
  }
}
