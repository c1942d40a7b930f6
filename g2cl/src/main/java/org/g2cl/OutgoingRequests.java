package org.g2cl;

import java.net.SocketAddress;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.spi.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Side of a dispatcher that asks: sends requests and ends those that wait. */
final class OutgoingRequests {
  private static final Logger LOG = LoggerFactory.getLogger(OutgoingRequests.class);

  private final MarshalDataSession session;
  private final int serviceId;
  private final PendingRequests pending;
  private final RareLog unread = new RareLog();
  private final ValueCodec<Object> codec;
  private volatile boolean closed;

  /**
   * Creates one.
   *
   * @param codec form of the values that have none of their own, or null
   */
  OutgoingRequests(MarshalDataSession session, int serviceId, ValueCodec<Object> codec) {
    this.codec = codec;
    this.session = session;
    this.serviceId = serviceId;
    this.pending = new PendingRequests(session.scheduler());
  }

  /** Sends a request to one member; null when no response is wanted. */
  <T> PendingRequest<T> unicast(G2CLMessage message, RequestOptions options) throws GroupException {
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
    UnicastRequest<T> request = new UnicastRequest<>(pending, dest, options, view());
    begin(request);
    try {
      request.onSent(view());
      if (!request.isDone()) {
        Header header = Header.of(Header.REQUEST, 0, request.id());
        session.send(message.with(dest, header), serviceId, options.service());
      }
      return request;
    } catch (GroupException | RuntimeException | Error e) {
      pending.remove(request);
      throw e;
    }
  }

  /** Sends a request to members; null when no response is wanted, or nobody is asked. */
  <T> PendingRequest<RspList<T>> cast(
      Collection<SocketAddress> dests, G2CLMessage message, RequestOptions options)
      throws GroupException {
    Membership view = view();
    boolean toAll = toAll(dests, options);
    List<SocketAddress> asked = asked(dests, view, options);
    if (asked.isEmpty()) {
      return null;
    }
    if (options.mode() == ResponseMode.GET_NONE) {
      transmit(toAll, asked, message.with(null, Header.of(Header.ONE_WAY, 0, 0)), options);
      return null;
    }
    GroupRequest<T> request = new GroupRequest<>(pending, asked, options, view);
    begin(request);
    try {
      Header header = Header.of(Header.REQUEST, 0, request.id());
      transmit(toAll, asked, message.with(null, header), options);
      request.onSent(view());
      return request;
    } catch (GroupException | RuntimeException | Error e) {
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
    if (dests == null && !options.hasExclusionList()) {
      return List.copyOf(view.getMembershipList());
    }
    Set<SocketAddress> asked =
        new LinkedHashSet<>(dests == null ? view.getMembershipList() : dests);
    if (options.hasExclusionList()) {
      options.exclusionList().forEach(asked::remove);
    }
    return List.copyOf(asked);
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
    if (!pending.add(request)) {
      throw new GroupException(
          "%s: %d requests wait for responses already, no more are taken; slow down or shorten the time-out"
              .formatted(session.localAddress(), PendingRequests.CAPACITY));
    }
    if (closed) { // looked at after adding: closing ends those that it finds
      pending.remove(request);
      throw new ClosedSessionException("dispatcher of service id " + serviceId + " is closed");
    }
  }

  private Membership view() throws GroupException {
    try {
      return session.membership();
    } catch (IllegalStateException e) {
      throw new InvalidStateException("request needs a joined group", e);
    }
  }

  /** Ends the request that the reply belongs to, on the delivering thread. */
  void onReply(G2CLMessage message, Header header) {
    PendingRequest<?> request = pending.get(header.correlation());
    if (request != null) {
      request.onResponse(message.getSender(), read(message));
    }
  }

  /** What was answered; when this member cannot read it, an exception that says so. */
  private Rsp<Object> read(G2CLMessage message) {
    try {
      return Replies.read(message, codec);
    } catch (MalformedFrameException | RuntimeException | Error e) { // also of the codec
      if (!(e instanceof MalformedFrameException)) {
        session.scheduler().caught(e);
      }
      if (unread.count()) {
        LOG.warn(
            "{}: cannot read {}, {} so far", session.localAddress(), message, unread.total(), e);
      }
      return Rsp.failed(
          new GroupException(
              "%s: the answer of member %s to service id %d cannot be read; give its dispatcher the same codec at all members: %s"
                  .formatted(session.localAddress(), message.getSender(), serviceId, e),
              e));
    }
  }

  void onView(Membership view) {
    pending.forEachOnItsOwn(request -> request.onView(view));
  }

  void onDeparture(Departure departure) {
    pending.forEachOnItsOwn(
        request -> request.fail(new InvalidStateException("this member is gone: " + departure)));
  }

  /** Takes a request out whose caller no longer waits. */
  void forget(PendingRequest<?> request) {
    pending.remove(request);
  }

  /**
   * Sees to it that a request without a waiting thread ends at its deadline; where that cannot be,
   * it is taken out.
   */
  <T> PendingRequest<T> watched(PendingRequest<T> request) {
    boolean watched = false;
    try {
      pending.watchDeadlines();
      watched = true;
      return request;
    } finally {
      if (!watched) {
        pending.remove(request);
      }
    }
  }

  void close() {
    closed = true;
    pending.forEachOnItsOwn(
        request -> request.fail(new ClosedSessionException("dispatcher was closed meanwhile")));
  }
}
