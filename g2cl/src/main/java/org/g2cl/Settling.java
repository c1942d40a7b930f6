package org.g2cl;

import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.ServiceNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers joiners that wait until this member has delivered what it has begun to send in fragments.
 *
 * <p>What the engine has lost is never delivered. So this member casts a mark that is of no use but
 * for being delivered after what was sent before it: what was not delivered then, was lost.
 */
final class Settling {
  private static final Logger LOG = LoggerFactory.getLogger(Settling.class);
  private static final int MAX_MARKS = 64;

  private final MessageDispatcher dispatcher;

  /** Point in time by id of the mark cast then; the oldest goes when full. */
  private final Map<Long, Long> marks =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
          return size() > MAX_MARKS;
        }
      };

  Settling(MessageDispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  private BegunMessages begun() {
    return dispatcher.session() instanceof GroupMarshalDataSession own
        ? own.begun().orElse(null)
        : null;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // ends without failing
  void settle(Response response) {
    BegunMessages begun = begun();
    if (begun == null) {
      response.send(true, false);
      return;
    }
    CompletableFuture<Void> ended = begun.ended();
    if (!ended.isDone()) {
      mark(begun);
    }
    ended.thenRun(() -> response.send(true, false));
  }

  private void mark(BegunMessages begun) {
    MarshalDataSession session = dispatcher.session();
    long id = session.scheduler().nextLong();
    synchronized (marks) {
      marks.put(id, begun.now());
    }
    try {
      dispatcher.castMessage(
          null,
          new G2CLMessage(null, StateMessage.of(StateMessage.MARK, id)),
          RequestOptions.ASYNC().service(ServiceNames.TOTAL_ORDER));
    } catch (GroupException e) {
      LOG.debug("{}: the joiner has to ask again", session.localAddress(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether that mark is one of those; if so it was delivered. */
  boolean onMark(long id, SocketAddress sender) {
    if (!sender.equals(dispatcher.session().localAddress())) {
      return false;
    }
    Long step;
    synchronized (marks) {
      step = marks.remove(id);
    }
    if (step == null) {
      return false;
    }
    begun().endSentBefore(step);
    return true;
  }
}
