package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.atomic.AtomicBoolean;
import net.sf.jgcs.GroupException;

/** Way back of one request. */
final class Reply extends AtomicBoolean implements Response {
  private static final long serialVersionUID = 1L;

  private final transient IncomingRequests requests;
  private final transient G2CLMessage request;

  Reply(IncomingRequests requests, G2CLMessage request) {
    this.requests = requests;
    this.request = request;
  }

  @Override
  public void send(Object reply, boolean isException) {
    if (isException) {
      fail((Throwable) reply);
    } else {
      int tag = Values.tag(reply);
      sendOnce(Header.REPLY, tag, new G2CLMessage(null, Values.bytes(tag, reply)));
    }
  }

  @Override
  public void send(G2CLMessage reply, boolean isException) {
    if (isException) {
      send(new IllegalStateException(new String(reply.getPayload(), UTF_8)), true);
    } else {
      sendOnce(Header.REPLY, Values.BYTES, reply);
    }
  }

  /** Sends an exception; false when the caller cannot be told, or has an answer already. */
  boolean fail(Throwable failure) {
    return sendOnce(Header.ERROR, 0, new G2CLMessage(null, Replies.error(failure)));
  }

  /** Answers whether it was sent. */
  private boolean sendOnce(int type, int tag, G2CLMessage body) {
    if (!compareAndSet(false, true)) {
      return false;
    }
    try {
      transmit(type, tag, body);
      return true;
    } catch (GroupException | RuntimeException | Error e) { // or the caller waits for its time-out
      tell(e);
      return false;
    }
  }

  private void transmit(int type, int tag, G2CLMessage body) throws GroupException {
    Header header = Header.of(type, tag, request.header().correlation());
    requests.reply(body.with(request.getSender(), header), request.header().order());
  }

  /**
   * The reply cannot be sent, perhaps since it is too large: the caller is told so, if it can be.
   */
  private void tell(Throwable failure) {
    requests.unsent(request.getSender(), failure);
    try {
      transmit(Header.ERROR, 0, new G2CLMessage(null, Replies.error(failure)));
    } catch (GroupException | RuntimeException | Error e) {
      requests.unsent(request.getSender(), e);
    }
  }
}
