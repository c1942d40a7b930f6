package org.g2cl.cmi.jonas;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.Update;
import org.ow2.cmi.ha.ReplicationException;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.StatefulBeanReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a request: states and response to the backups before the commit, its outcome after it.
 *
 * <p>The session that the client called carries the response. Those that its bean called in turn
 * are prepared before it as undecided, so that after a crash the response decides about all.
 */
final class Replicator {
  private static final Logger LOG = LoggerFactory.getLogger(Replicator.class);
  private static final byte[] NO_STATE = {};

  private final JonasGroup group;
  private final TransactionTable table;
  private final ServerTransactions transactions;
  private final LiveSessions live;
  private final BeanSet unreplicated;
  private final Entrance entrance;
  private final Traffic traffic;
  private final ReplyCodec replies;
  private final BeanState beans;
  private final WithoutCopies withoutCopies;
  private final Callers callers;
  private final AtomicBoolean warned = new AtomicBoolean();

  /** New states by session, and the reply; a state is empty when the bean was not modified. */
  @SuppressWarnings("ArrayRecordComponent") // carried without a copy, never compared
  private record Content(Map<org.ow2.cmi.ha.SessionId, Optional<byte[]>> states, byte[] reply) {}

  Replicator(
      JonasGroup group,
      TransactionTable table,
      ServerTransactions transactions,
      KnownBeans known,
      Entrance entrance,
      Traffic traffic,
      Codecs codecs,
      Callers callers) {
    this.group = group;
    this.table = table;
    this.transactions = transactions;
    this.live = known.live();
    this.unreplicated = known.unreplicated();
    this.entrance = entrance;
    this.traffic = traffic;
    this.replies = codecs.replies();
    this.beans = codecs.beans();
    this.callers = callers;
    this.withoutCopies = new WithoutCopies(group.self(), live);
  }

  /** Sessions that go on without copies, as told of. */
  WithoutCopies withoutCopies() {
    return withoutCopies;
  }

  /**
   * Prepares a request, or marks its transaction for rollback.
   *
   * @throws ReplicationException when it must not commit and the transaction cannot be marked
   */
  void replicate(RequestId request, OpenRequest open, Duration timeout)
      throws ReplicationException {
    try {
      prepare(request, open, contentOrLost(request, open), timeout);
    } catch (PropagationException
        | SQLException
        | RuntimeException
        | LinkageError
        | VirtualMachineError
        | AssertionError e) {
      refuse(request, open, e);
    }
  }

  /** As with stock CMI the call goes on; no copy that is older than it may come to life. */
  private Content contentOrLost(RequestId request, OpenRequest open) {
    try {
      return contentOf(open);
    } catch (TooLargeException e) {
      withoutCopies.tell(request.getObjectId(), e.what, e.getMessage());
    } catch (ReplicationException
        | IOException
        | RuntimeException
        | LinkageError
        | VirtualMachineError
        | AssertionError e) {
      String reason = e.getCause() == null ? e.toString() : e.getMessage() + ": " + e.getCause();
      withoutCopies.tell(
          request.getObjectId(),
          reason,
          "%s. Make it serializable, or transient what is not state, or name its class in %s"
              .formatted(reason, ClassAllowList.SETTING));
    }
    Map<org.ow2.cmi.ha.SessionId, Optional<byte[]>> states = new HashMap<>();
    open.lost();
    open.beans().keySet().forEach(session -> states.put(session, Optional.of(Restorer.LOST)));
    return new Content(states, ReplyCodec.lost());
  }

  /** A state or response over the limit. */
  private static final class TooLargeException extends ReplicationException {
    private static final long serialVersionUID = 1L;

    private final String what;

    TooLargeException(String what, String message) {
      super(message);
      this.what = what;
    }
  }

  private byte[] state(byte[] bytes) throws TooLargeException {
    int limit = group.settings().ha().limits().stateBytes();
    if (bytes.length > limit) {
      throw new TooLargeException(
          "the state",
          "the state has %d bytes, over %s, which is %d; keep less in it, or raise the setting on all servers"
              .formatted(bytes.length, HaSetting.MAX_STATE_BYTES.key(), limit));
    }
    return bytes;
  }

  private byte[] response(byte[] bytes) throws TooLargeException {
    ContentLimits limits = group.settings().ha().limits();
    if (bytes.length > limits.replyBytes()) {
      throw new TooLargeException(
          "the response",
          "the response has %d bytes, over %s".formatted(bytes.length, limits.ruleOfReplies()));
    }
    return bytes;
  }

  private Content contentOf(OpenRequest open) throws ReplicationException, IOException {
    Map<org.ow2.cmi.ha.SessionId, Optional<byte[]>> states = new HashMap<>();
    for (Map.Entry<org.ow2.cmi.ha.SessionId, StatefulBeanReference> bean :
        open.beans().entrySet()) {
      StatefulBeanReference reference = bean.getValue();
      if (reference != null) {
        states.put(
            bean.getKey(),
            reference.isModified() || open.replaces(bean.getKey())
                ? Optional.of(state(beans.of(reference)))
                : Optional.empty());
      }
    }
    return new Content(states, response(forCaller(open, replies.write(open.response()))));
  }

  /** The container hands a stored response out before it looks who calls. */
  private byte[] forCaller(OpenRequest open, byte[] answer) {
    Optional<String> login = open.isSplitOff() ? Optional.empty() : callers.login();
    return login.isPresent() && group.forms().everyMemberReads(MemberForms.REPLIES_FOR_CALLERS)
        ? ReplyCodec.forCaller(login.get(), answer)
        : answer;
  }

  private void prepare(RequestId request, OpenRequest open, Content content, Duration timeout)
      throws PropagationException, SQLException {
    byte[] nothing = ReplyCodec.nothing();
    for (org.ow2.cmi.ha.SessionId session : open.beans().keySet()) {
      if (!session.equals(request.getObjectId())) {
        SessionCall call = entrance.enter(session, request, open, timeout);
        if (call != null) {
          open.calls().add(call);
          call.prepare(update(open, session, content, call, nothing), true);
        }
      }
    }
    org.ow2.cmi.ha.SessionId root = request.getObjectId();
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
    Update update = update(open, root, content, call, content.reply());
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
          group.self(),
          TransactionTable.SETTING);
    }
    return recorded;
  }

  private static Update update(
      OpenRequest open,
      org.ow2.cmi.ha.SessionId session,
      Content content,
      SessionCall call,
      byte[] reply) {
    if (open.beans().containsKey(session) && open.beans().get(session) == null) {
      return Update.removal(reply);
    }
    byte[] state =
        content
            .states()
            .getOrDefault(session, Optional.empty())
            .orElseGet(() -> call.state().orElse(NO_STATE));
    return Update.state(state, reply);
  }

  /**
   * Keeps the request from taking effect; the client is to send it again. An instance that was let
   * in has moved on from its copy thereby; one that was not let in may have a younger one beside
   * it.
   */
  private void refuse(RequestId request, OpenRequest open, Throwable e)
      throws ReplicationException {
    String reason = e instanceof PropagationException ? e.getMessage() : e.toString();
    LOG.warn("{}: request {} is rolled back: {}", group.self(), request, reason);
    open.beans().forEach((session, bean) -> live.fenced(Ids.session(session), bean));
    fence(open);
    open.calls().forEach(SessionCall::abort);
    open.close();
    if (!transactions.rollBack()) {
      throw new ReplicationException(
          "request %s must not take effect, and its transaction cannot be rolled back"
              .formatted(request),
          e);
    }
  }

  /** The instances that were let in have executed what does not take effect. */
  private void fence(OpenRequest open) {
    open.calls().forEach(call -> live.fenced(call.session()));
    if (open.root() != null) {
      live.fenced(open.root().session());
    }
  }

  // ---------------------------------------------------------------- after the commit

  /**
   * Ends a request.
   *
   * @throws IllegalStateException when it may not have been committed as a whole, and the container
   *     takes it for committed; the client is to be told
   */
  void end(RequestId request, OpenRequest open, boolean committed) {
    boolean certain = committed && !open.isInDoubt();
    try {
      Optional<Boolean> outcome = certain ? Optional.of(true) : outcome(request, open);
      if (outcome.isEmpty()) {
        fence(open);
      } else if (outcome.get()) {
        if (!certain && open.isOfSeveralResources()) {
          tellInPart(request, open);
        } else {
          hold(open);
        }
      } else {
        takeBack(request, open);
      }
    } finally {
      open.close();
    }
    if (committed && !certain) {
      throw new IllegalStateException(
          "request %s: a resource of its transaction has refused the commit".formatted(request));
    }
  }

  private void hold(OpenRequest open) {
    open.calls().forEach(call -> hold(call, open));
    if (open.root() != null) { // null when there was nothing to remove
      hold(open.root(), open);
    }
  }

  private void hold(SessionCall call, OpenRequest open) {
    call.commit();
    if (!open.isLost()) {
      withoutCopies.held(call);
    }
    boolean isInner = call != open.root() || open.isSplitOff();
    if (call.state().isPresent()) {
      live.updated(call, open.beanOf(call.session()));
      if (isInner) {
        group.propagation().tellOutcome(call.session()); // the root's reply is not kept for long
      }
      return;
    }
    live.removed(call.session());
    if (isInner) {
      group.propagation().drop(call.session()); // JOnAS gives a local bean's id to the next one
    }
  }

  /**
   * Whether a request whose commit failed took effect: it may have reached the database, then the
   * marker decides. Empty when that is not known: the container throws, the client sends the
   * request again, and whoever gets it settles it.
   */
  private Optional<Boolean> outcome(RequestId request, OpenRequest open) {
    if (!open.isMarked()) {
      return Optional.of(false);
    }
    SessionCall root = open.root();
    try {
      return Optional.of(group.outcomes().settle(root.session(), root.request(), root.epoch()));
    } catch (PropagationException e) {
      LOG.warn(
          "{}: outcome of request {} unknown until the session is called again: {}",
          group.self(),
          request,
          e.getMessage());
      return Optional.empty();
    }
  }

  /**
   * Has the client told, in place of an answer, that the commit failed though the marker holds: of
   * several resources another one may have refused it, and which one the server is not told.
   */
  private void tellInPart(RequestId request, OpenRequest open) {
    LOG.error(
        "{}: the commit of request {} failed and its marker holds: the session keeps its change, and"
            + " another resource of the transaction has lost its part, or may have. See what that one"
            + " has kept; the client is told",
        group.self(),
        request);
    SessionCall root = open.root();
    byte[] reply = uncertain(ReplyCodec.inPart(), ReplyCodec.lost());
    try {
      root.commit();
      root.prepare(
          root.state().map(state -> Update.state(state, reply)).orElse(Update.removal(reply)),
          false);
    } catch (PropagationException e) {
      LOG.error(
          "{}: request {}: the backups do not hear of that, and may answer it: {}",
          group.self(),
          request,
          e.getMessage());
    }
    hold(open);
    if (ReplyCodec.isLost(reply)) {
      live.fenced(root.session()); // else it would not count here, where the instance goes on
    }
  }

  /** A form that every member reads. */
  private byte[] uncertain(byte[] reply, byte[] ofTheBuildBefore) {
    boolean known = group.forms().everyMemberReads(MemberForms.UNCERTAIN_REPLIES);
    return known ? reply : ofTheBuildBefore;
  }

  private void takeBack(RequestId request, OpenRequest open) {
    SessionCall root = open.root();
    fence(open);
    open.calls().forEach(SessionCall::abort);
    if (root == null) {
      return;
    }
    if (open.isMarked()) {
      root.abort(); // and its marker is barred: the client's next try is another use of its number
    }
    byte[] before =
        open.stateBefore() == null ? stateWithoutCopy(request, open) : open.stateBefore();
    try {
      root.prepare(Update.state(before, replyOfTakingBack(request, open)), false);
      withoutCopies.held(root);
      if (open.isSplitOff()) {
        goOnInside(open);
      }
    } catch (PropagationException e) {
      LOG.warn(
          "{}: request {} was rolled back after its state had gone out, and cannot be taken back:"
              + " {}",
          group.self(),
          request,
          e.getMessage());
      if (open.isMarked()) {
        entrance.spend(root, request);
      }
    }
  }

  private byte[] replyOfTakingBack(RequestId request, OpenRequest open) {
    if (!open.isInDoubt()) {
      return ReplyCodec.rolledBack();
    }
    LOG.error(
        "{}: a resource of the transaction of request {} refused its commit, and {}: the session has"
            + " its state of before, and another resource may have committed its part. See what each"
            + " has kept; the client is told",
        group.self(),
        request,
        open.isMarked() ? "its marker does not hold" : "it has no marker");
    return uncertain(ReplyCodec.inDoubt(), ReplyCodec.failed());
  }

  /**
   * The bean that called them may catch the exception, and call them again, of which the container
   * says no more than of any call: their instances go on as they are.
   */
  private void goOnInside(OpenRequest open) {
    goOnInside(open.root(), open);
    open.calls().forEach(call -> goOnInside(call, open));
  }

  private void goOnInside(SessionCall call, OpenRequest open) {
    StatefulBeanReference bean = open.beanOf(call.session());
    if (bean != null && call.state().isPresent()) {
      live.updated(call, bean);
    }
  }

  // ---------------------------------------------------------------- without a commit

  /**
   * Sees to it that nobody executes a request again that ended in a system exception: the container
   * gives the instance up. The copies stay until they expire, or until {@link #goOn}, as the
   * container does not say whether the client gets an exception.
   */
  void fail(RequestId request, OpenRequest open, Duration timeout) {
    note(request, open, ReplyCodec.failed(), timeout);
  }

  /** Sees to it that the session of a request that was rolled back goes on with its instance. */
  void goOn(RequestId request, OpenRequest open, Duration timeout) {
    note(request, open, ReplyCodec.rolledBack(), timeout);
  }

  /** State of a session that has no copy: as the bean was created, unless it was called before. */
  private byte[] stateWithoutCopy(RequestId request, OpenRequest open) {
    boolean lost = unreplicated.has(open.beans().get(request.getObjectId()));
    return lost ? Restorer.LOST : NO_STATE;
  }

  private void note(RequestId request, OpenRequest open, byte[] reply, Duration timeout) {
    try (SessionCall call = entrance.enter(request.getObjectId(), request, open, timeout)) {
      if (call != null) {
        byte[] before = call.state().orElseGet(() -> stateWithoutCopy(request, open));
        call.prepare(Update.state(before, reply), false);
        hold(call, open);
      }
    } catch (PropagationException e) {
      LOG.warn(
          "{}: request {} was rolled back, of which the backups do not hear: {}",
          group.self(),
          request,
          e.getMessage());
      live.fenced(Ids.session(request.getObjectId()));
    }
  }
}
