package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.ServiceNames;
import org.g2cl.G2CLMessage;
import org.g2cl.MarshalDataSession;
import org.g2cl.MessageDispatcher;
import org.g2cl.RemoteInvocationException;
import org.g2cl.RequestHandler;
import org.g2cl.RequestOptions;
import org.g2cl.ResponseMode;
import org.g2cl.Rsp;
import org.g2cl.RspList;
import org.g2cl.SuspectedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Group of a {@link MarshalDataSession}. Frames to members are unordered: the protocol makes
 * reordering harmless. Requests go by best effort: who asks goes on to another member when one is
 * silent.
 */
final class DispatcherLink implements GroupLink, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DispatcherLink.class);
  private static final int SERVICE_ID = 2;

  /** Larger frames travel in parts, each of which would have to arrive. */
  private static final int BEST_EFFORT_BYTES = 32 << 10;

  private static final RequestOptions ONE_WAY =
      RequestOptions.ASYNC().service(ServiceNames.UNORDERED);

  private final MarshalDataSession session;
  private final MessageDispatcher dispatcher;

  DispatcherLink(MarshalDataSession session, RequestHandler handler) {
    this.session = session;
    this.dispatcher = new MessageDispatcher(session, SERVICE_ID, handler).directDispatching(true);
  }

  @Override
  public SocketAddress self() {
    return session.localAddress();
  }

  @Override
  public List<SocketAddress> members() {
    try {
      return session.membership().getMembershipList();
    } catch (IllegalStateException notJoined) {
      return List.of();
    }
  }

  @Override
  public CompletableFuture<byte[]> ask(SocketAddress member, byte[] frame, Duration timeout) {
    boolean bestEffort = frame.length <= BEST_EFFORT_BYTES;
    return ask(
        member, frame, timeout, bestEffort ? ServiceNames.BEST_EFFORT : ServiceNames.UNORDERED);
  }

  @Override
  public CompletableFuture<byte[]> askSurely(SocketAddress member, byte[] frame, Duration timeout) {
    return ask(member, frame, timeout, ServiceNames.UNORDERED);
  }

  private CompletableFuture<byte[]> ask(
      SocketAddress member, byte[] frame, Duration timeout, String service) {
    return dispatcher.sendMessageWithFuture(
        new G2CLMessage(member, frame),
        new RequestOptions(ResponseMode.GET_FIRST, millis(timeout)).service(service));
  }

  @Override
  public boolean isCutOff(Throwable failure) {
    return !(failure instanceof SuspectedException
        || failure instanceof TimeoutException
        || failure instanceof RemoteInvocationException);
  }

  @Override
  public void tell(Iterable<SocketAddress> members, byte[] frame) {
    for (SocketAddress member : members) {
      try {
        dispatcher.sendMessage(new G2CLMessage(member, frame), ONE_WAY);
      } catch (GroupException | TimeoutException e) {
        LOG.debug("{}: could not tell {}", self(), member, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  @Override
  public Map<SocketAddress, byte[]> askAllInOrder(byte[] frame, Duration timeout)
      throws PropagationException {
    try {
      RspList<byte[]> answers =
          dispatcher.castMessage(
              null,
              new G2CLMessage(null, frame),
              new RequestOptions(ResponseMode.GET_ALL, millis(timeout))
                  .service(ServiceNames.TOTAL_ORDER));
      return values(answers);
    } catch (GroupException e) {
      throw new PropagationException(self() + ": the group cannot be asked: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PropagationException(self() + ": interrupted while asking the group", e);
    }
  }

  private Map<SocketAddress, byte[]> values(RspList<byte[]> answers) {
    Map<SocketAddress, byte[]> values = new HashMap<>();
    for (Map.Entry<SocketAddress, Rsp<byte[]>> answer : answers.entrySet()) {
      Rsp<byte[]> rsp = answer.getValue();
      if (rsp.hasException() && !rsp.wasSuspected()) {
        LOG.warn("{}: {} could not answer", self(), answer.getKey(), rsp.getException());
      }
      values.put(answer.getKey(), rsp.getValue());
    }
    return values;
  }

  /**
   * Within the dispatcher's bounds: no request takes more than its ten minutes; 0 would mean so.
   */
  private static long millis(Duration timeout) {
    return Math.max(1, Math.min(timeout.toMillis(), RequestOptions.MAX_TIMEOUT.toMillis()));
  }

  @Override
  public void close() {
    dispatcher.close();
  }
}
