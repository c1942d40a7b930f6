package org.g2cl.cmi.jonas;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.Update;
import org.ow2.cmi.ha.ReplicationException;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a request before its commit: its states and response go to the backups. {@link
 * CommitEnd} is what follows.
 *
 * <p>The session that the client called carries the response. Those that its bean called in turn
 * are prepared before it as undecided, so that after a crash the response decides about all.
 */
final class Replicator {
  private static final Logger LOG = LoggerFactory.getLogger(Replicator.class);

  private final String self;
  private final TransactionTable table;
  private final ServerTransactions transactions;
  private final LiveSessions live;
  private final Entrance entrance;
  private final Traffic traffic;
  private final Contents contents;
  private final AtomicBoolean warned = new AtomicBoolean();

  /**
   * Has sent nothing yet.
   *
   * @param self of this member, for the log
   */
  Replicator(
      String self,
      TransactionTable table,
      ServerTransactions transactions,
      LiveSessions live,
      Entrance entrance,
      Traffic traffic,
      Contents contents) {
    this.self = self;
    this.table = table;
    this.transactions = transactions;
    this.live = live;
    this.entrance = entrance;
    this.traffic = traffic;
    this.contents = contents;
  }

  /**
   * Prepares a request, or marks its transaction for rollback.
   *
   * @throws ReplicationException when it must not commit and the transaction cannot be marked
   */
  void replicate(RequestId request, OpenRequest open, Duration timeout)
      throws ReplicationException {
    try {
      prepare(request, open, contents.ofOrLost(request, open), timeout);
    } catch (PropagationException
        | SQLException
        | RuntimeException
        | LinkageError
        | VirtualMachineError
        | AssertionError e) {
      refuse(request, open, e);
    }
  }

  private void prepare(RequestId request, OpenRequest open, Content content, Duration timeout)
      throws PropagationException, SQLException {
    byte[] nothing = ReplyCodec.nothing();
    for (SessionId session : open.beans().keySet()) {
      if (!session.equals(request.getObjectId())) {
        SessionCall call = entrance.enter(session, request, open, timeout);
        if (call != null) {
          open.calls().add(call);
          call.prepare(content.update(open, session, call, nothing), true);
        }
      }
    }
    SessionId root = request.getObjectId();
    SessionCall call = entrance.enter(root, request, open, timeout);
    if (call == null) {
      return; // removed before
    }
    open.root(call);
    if (transactions.hasResources()) {
      if (hasMarker(call)) {
        open.marked();
      }
      followWhereSeveral(open);
    }
    Update update = content.update(open, root, call, content.reply());
    call.prepare(update, open.isMarked());
    traffic.sent(update.reply().length + update.state().map(state -> state.length).orElse(0));
  }

  /** JOTM's commit says nothing when one of several resources refuses it, but to who listens. */
  private void followWhereSeveral(OpenRequest open) {
    if (transactions.hasSeveralResources()) {
      open.ofSeveralResources();
      transactions.whenEnded(open::endedAs);
    }
  }

  private boolean hasMarker(SessionCall call) throws SQLException, PropagationException {
    boolean recorded = table.record(call);
    if (!recorded && warned.compareAndSet(false, true)) {
      LOG.warn(
          "{}: a bean writes to a database without a transaction table: a row may be missing or"
              + " there twice when a server fails during a commit. Set {}",
          self,
          TransactionTable.SETTING);
    }
    return recorded;
  }

  /**
   * Keeps the request from taking effect; the client is to send it again. An instance that was let
   * in has moved on from its copy thereby; one that was not let in may have a younger one beside
   * it.
   */
  void refuse(RequestId request, OpenRequest open, Throwable e) throws ReplicationException {
    String reason = e instanceof PropagationException ? e.getMessage() : e.toString();
    LOG.warn("{}: request {} is rolled back: {}", self, request, reason);
    open.beans().forEach((session, bean) -> live.fenced(Ids.session(session), bean));
    live.fenced(open);
    open.calls().forEach(SessionCall::abort);
    open.close();
    if (!transactions.rollBack()) {
      throw new ReplicationException(
          "request %s must not take effect, and its transaction cannot be rolled back"
              .formatted(request),
          e);
    }
  }
}
