package org.g2cl;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Side of a state transfer that has the state. */
final class StateProvider {
  private static final Logger LOG = LoggerFactory.getLogger(StateProvider.class);
  private static final int MAX_NOMINATIONS = 64;

  private final MarshalDataSession session;
  private final MessageDispatcher dispatcher;
  private final StateHandler handler;
  private final Scheduler.Worker sender;

  /** Joiners whose mark this member waits for, by transfer id; the oldest goes when full. */
  private final Map<Long, SocketAddress> nominations =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, SocketAddress> eldest) {
          return size() > MAX_NOMINATIONS;
        }
      };

  StateProvider(
      MarshalDataSession session,
      MessageDispatcher dispatcher,
      StateHandler handler,
      String threadName) {
    this.session = session;
    this.dispatcher = dispatcher;
    this.handler = handler;
    this.sender = session.scheduler().worker(threadName, MAX_NOMINATIONS);
  }

  synchronized void nominate(long id, SocketAddress joiner) {
    nominations.put(id, joiner);
  }

  private synchronized boolean take(long id, SocketAddress joiner) {
    return nominations.remove(id, joiner);
  }

  /** Takes the snapshot of a transfer that this member was nominated for. */
  void onMark(long id, SocketAddress joiner) {
    if (take(id, joiner)) {
      StateSnapshot snapshot = handler.snapshot();
      if (!sender.offer(() -> provide(id, joiner, snapshot))) {
        LOG.warn("{}: too many joiners at a time, {} has to ask again", self(), joiner);
      }
    }
  }

  private void provide(long id, SocketAddress joiner, StateSnapshot snapshot) {
    OutgoingState out = new OutgoingState(dispatcher, joiner, id);
    try {
      snapshot.writeTo(out);
      out.finish();
      LOG.info("{}: sent the state to {}", self(), joiner);
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: sending the state to {} failed: {}", self(), joiner, e.toString());
      abort(out);
    }
  }

  private void abort(OutgoingState out) {
    try {
      out.abort();
    } catch (IOException e) {
      LOG.debug("{}: joiner is not there to be told", self(), e);
    }
  }

  private SocketAddress self() {
    return session.localAddress();
  }

  void close() {
    sender.close();
  }
}
