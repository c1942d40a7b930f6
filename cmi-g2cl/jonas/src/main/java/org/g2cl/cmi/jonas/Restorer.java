package org.g2cl.cmi.jonas;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.ElsewhereException;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.SessionCall;
import org.ow2.cmi.ha.ReplicationException;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.StatefulBeanReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The start of a request that a client sends again to this server: takes the session over, finds
 * the stored response, and gives the new bean instance its state.
 *
 * <p>A request that cannot be let in ends in an {@link Error}: the container's generated code takes
 * any exception for "no response" and would execute it on an empty bean.
 */
final class Restorer {
  private static final Logger LOG = LoggerFactory.getLogger(Restorer.class);

  /** State of a session whose last call could not be replicated. */
  static final byte[] LOST = {1};

  private static final long PAUSE_NANOS = 50_000_000;

  private final JonasGroup group;
  private final TransactionTable table;
  private final LiveSessions live;
  private final ReplyCodec replies;
  private final BeanState beans;

  @SuppressWarnings("ThreadLocalUsage") // one for each manager, of which a server has one
  private final ThreadLocal<Restoration> restorations = new ThreadLocal<>();

  /**
   * What this thread is to give to the bean.
   *
   * @param state null when no copy of the session is left
   * @param reply null when the request is to be executed
   */
  @SuppressWarnings("ArrayRecordComponent") // carried without a copy, never compared
  private record Restoration(RequestId request, byte[] state, byte[] reply) {}

  Restorer(
      JonasGroup group,
      TransactionTable table,
      LiveSessions live,
      ReplyCodec replies,
      BeanState beans) {
    this.group = group;
    this.table = table;
    this.live = live;
    this.replies = replies;
    this.beans = beans;
  }

  boolean hasResponse(RequestId request) {
    restorations.remove();
    try {
      table.open();
      Restoration found = withPatience(request);
      restorations.set(found);
      return found.reply() != null;
    } catch (PropagationException | RuntimeException e) {
      throw refusal(request.getObjectId(), e);
    }
  }

  /** Tries again when another member claims the session at the same time. */
  private Restoration withPatience(RequestId request) throws PropagationException {
    long deadline = System.nanoTime() + group.settings().ha().propagation().callTimeout().toNanos();
    while (true) {
      try {
        return find(request);
      } catch (ElsewhereException e) {
        if (deadline - System.nanoTime() < 0) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private Restoration find(RequestId request) throws PropagationException {
    var session = Ids.session(request.getObjectId());
    byte[] reply = null;
    for (int use = 0; use < Replicator.MAX_USES; use++) {
      Admission admission =
          group.propagation().admit(session, Optional.of(Ids.request(request, use)));
      if (admission instanceof Admission.Replayed replayed) {
        if (!ReplyCodec.isRolledBack(replayed.reply())) {
          reply = replayed.reply();
        }
      } else {
        return new Restoration(request, stateOf(admission, request.getRequestNo()), reply);
      }
    }
    throw new PropagationException(
        "session %s: request %d was used more than %d times"
            .formatted(session, request.getRequestNo(), Replicator.MAX_USES));
  }

  private byte[] stateOf(Admission admission, int request) {
    if (!(admission instanceof Admission.Granted granted)) {
      LOG.debug("{}: no copy of the session is left", group.self());
      return null;
    }
    try (SessionCall call = granted.call()) {
      live.restored(call, request);
      return call.state().orElse(null);
    }
  }

  /** Tells whether this thread has taken a session over for that request. */
  boolean isRestoredFor(RequestId request) {
    Restoration restoration = restorations.get();
    return restoration != null && restoration.request().equals(request);
  }

  Object takeResponse(RequestId request) {
    Restoration restoration = restorations.get();
    restorations.remove();
    if (restoration == null || restoration.reply() == null) {
      return null;
    }
    try {
      return replies.read(restoration.reply());
    } catch (IOException | RuntimeException e) { // the latter of a class's own readResolve
      throw refusal(request.getObjectId(), e);
    }
  }

  void restore(SessionId session, StatefulBeanReference bean) {
    Restoration restoration = restorations.get();
    byte[] state =
        restoration != null && restoration.request().getObjectId().equals(session)
            ? restoration.state()
            : load(session);
    if (state == null || state.length == 0) {
      return;
    }
    if (Arrays.equals(state, LOST)) {
      throw refusal(
          session,
          new ReplicationException("its last state could not be replicated; see that log"));
    }
    try {
      beans.give(bean, state);
    } catch (ReplicationException | RuntimeException e) {
      throw refusal(session, e);
    }
  }

  /** State of a session that a bean calls in turn. */
  private byte[] load(SessionId session) {
    try {
      table.open();
      return stateOf(group.propagation().admit(Ids.session(session), Optional.empty()), -1);
    } catch (PropagationException | RuntimeException e) {
      throw refusal(session, e);
    }
  }

  void end() {
    restorations.remove();
  }

  private Error refusal(SessionId session, Exception e) {
    LOG.warn("{}: session {} cannot go on here: {}", group.self(), session, e.toString());
    return new Error(
        "session %s cannot go on at %s: %s".formatted(session, group.self(), e.getMessage()));
  }
}
