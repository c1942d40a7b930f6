package org.g2cl.cmi.jonas;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import net.sf.jgcs.spi.RareLog;
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

  /** Times that a request that is rolled back again and again is executed here. */
  private static final int MOST_ATTEMPTS = 5;

  private static final long PAUSE_NANOS = 50_000_000;

  private final JonasGroup group;
  private final TransactionTable table;
  private final LiveSessions live;
  private final BeanSet unreplicated;
  private final BeanSet refused;
  private final BeanSet inner;
  private final ReplyCodec replies;
  private final BeanState beans;
  private final Attempts attempts = new Attempts(MOST_ATTEMPTS, Duration.ofMinutes(10));
  private final SpentReplies spent;
  private final Callers callers;
  private final RareLog refusals = new RareLog();

  @SuppressWarnings("ThreadLocalUsage") // one for each manager, of which a server has one
  private final ThreadLocal<Restoration> restorations = new ThreadLocal<>();

  /**
   * What this thread is to give to the bean.
   *
   * @param state null when there is no copy of the session
   * @param reply null when the request is to be executed
   * @param use of the request's number that it would be
   * @param instance that is not to be given anything: it executed the request, or has the state
   * @param given whether the bean was given the state, and so made anew with all that it calls
   */
  @SuppressWarnings("ArrayRecordComponent") // carried without a copy, never compared
  private record Restoration(
      RequestId request,
      byte[] state,
      byte[] reply,
      int use,
      WeakReference<Object> instance,
      boolean given) {
    Restoration asGiven() {
      boolean some = state != null && state.length > 0;
      return new Restoration(request, state, reply, use, instance, some);
    }

    boolean isOf(StatefulBeanReference bean) {
      Object known = instance.get();
      return known != null && known == BeanInstances.of(bean);
    }
  }

  Restorer(
      JonasGroup group, TransactionTable table, KnownBeans known, Codecs codecs, Callers callers) {
    this.group = group;
    this.table = table;
    this.live = known.live();
    this.unreplicated = known.unreplicated();
    this.refused = known.refused();
    this.inner = known.inner();
    this.spent = known.spent();
    this.replies = codecs.replies();
    this.beans = codecs.beans();
    this.callers = callers;
  }

  boolean hasResponse(RequestId request) {
    restorations.remove();
    boolean told = spent.takeTold(request);
    try {
      table.open();
      Restoration found = withPatience(() -> find(request));
      checkCaller(found, told);
      if (told && found.reply() != null) {
        spent.add(request, found.use());
        throw new PropagationException(
            "request %d of it, of which an error was told, took effect after all; this call came under"
                    .formatted(request.getRequestNo())
                + " the same number and was not executed; look what is to be done, and call again");
      }
      restorations.set(found);
      return found.reply() != null;
    } catch (PropagationException | RuntimeException e) {
      spent.told(request);
      throw refusal(request.getObjectId(), e);
    }
  }

  /** The container looks who calls at no answer that is stored; what it is told stays the same. */
  private void checkCaller(Restoration found, boolean told) {
    if (found.reply() != null && !ReplyCodec.isFor(callers.login(), found.reply())) {
      if (told) {
        spent.told(found.request());
      }
      throw refusal(
          found.request().getObjectId(),
          new ReplicationException(
              "request %d of it was another caller's, and its response is given to that one only; call with the login with which it was sent first"
                  .formatted(found.request().getRequestNo())));
    }
  }

  /** What has to be tried again when another member claims the session at the same time. */
  private interface Trial<T> {
    T run() throws PropagationException;
  }

  private <T> T withPatience(Trial<T> trial) throws PropagationException {
    long deadline = System.nanoTime() + group.settings().ha().propagation().callTimeout().toNanos();
    while (true) {
      try {
        return trial.run();
      } catch (ElsewhereException e) {
        if (deadline - System.nanoTime() < 0) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** The last use of the request's number is what the client has asked for again. */
  private Restoration find(RequestId request) throws PropagationException {
    var session = Ids.session(request.getObjectId());
    Object former = live.instanceOf(session);
    Admission admission = group.propagation().admit(session, Optional.empty());
    SessionCall call = admission instanceof Admission.Granted granted ? granted.call() : null;
    byte[] state = null;
    int last = -1;
    Object current = null;
    if (call != null) {
      try (call) {
        state = call.state().orElse(null);
        last = lastUse(call, request);
        current = live.instanceAt(call);
        live.restored(call, request.getRequestNo());
      }
    }
    byte[] reply = call == null ? null : replyTo(request, Math.max(last, 0));
    if (reply != null && ReplyCodec.isFailed(reply)) {
      throw discarded(request);
    }
    if (reply != null && ReplyCodec.isLost(reply) && !isLost(state) && current == null) {
      refuseOnce(request, last, "took effect, and its response could not be kept");
    } else if (reply != null && ReplyCodec.isInPart(reply)) {
      refuseOnce(
          request,
          last,
          "took effect, and another resource of its transaction has lost its part, or may have");
    } else if (reply != null && ReplyCodec.isInDoubt(reply)) {
      refuseOnce(
          request,
          last,
          "was rolled back, and another resource of its transaction may have committed its part");
    }
    boolean counts = reply != null && ReplyCodec.isAnswer(reply) && !spent.has(request, last);
    Object own = counts ? former : current;
    int use = Math.max(last + 1, spent.count(request)); // one may be barred, and have no reply
    return new Restoration(
        request, state, counts ? reply : null, use, new WeakReference<>(own), false);
  }

  /** Last use of a request's number of which the reply is kept, or -1. */
  private static int lastUse(SessionCall call, RequestId request) {
    return call.answered().stream()
        .mapToInt(answered -> Ids.useOf(answered, request))
        .filter(use -> use >= 0)
        .findFirst()
        .orElse(-1);
  }

  /** Reply to a use of a request's number, or null when there is none. */
  private byte[] replyTo(RequestId request, int use) throws PropagationException {
    Admission admission =
        group
            .propagation()
            .admit(Ids.session(request.getObjectId()), Optional.of(Ids.request(request, use)));
    if (admission instanceof Admission.Granted granted) {
      granted.call().close();
    }
    return admission instanceof Admission.Replayed replayed ? replayed.reply() : null;
  }

  /** The client is told; a call that comes under the same number after that is another one. */
  private void refuseOnce(RequestId request, int use, String why) throws PropagationException {
    if (!spent.has(request, use)) {
      spent.add(request, use + 1);
      throw new PropagationException(
          "request %d of it %s; see the log of the server that executed it. It was not executed again"
              .formatted(request.getRequestNo(), why));
    }
  }

  private static PropagationException discarded(RequestId request) {
    return new PropagationException(
        "request %d of it ended in a system exception, which is in the log of the server that executed it"
                .formatted(request.getRequestNo())
            + "; its transaction was rolled back, and the container has given the bean up, as the EJB"
            + " specification says. Create a new one; where a call may be tried again, let the bean throw"
            + " an application exception");
  }

  /**
   * Use of that request's number for which this thread has taken the session over, or -1 where it
   * has not.
   */
  int useRestored(RequestId request) {
    Restoration restoration = restorations.get();
    return restoration != null && restoration.request().equals(request) ? restoration.use() : -1;
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
      spent.told(request);
      throw refusal(request.getObjectId(), e);
    }
  }

  void restore(SessionId session, StatefulBeanReference bean) {
    Restoration restoration = restorations.get();
    if (restoration == null || !restoration.request().getObjectId().equals(session)) {
      giveToInner(session, bean);
    } else if (restoration.isOf(bean)) {
      live.given(Ids.session(session), bean);
      checkIsNotAnswered(restoration);
    } else {
      giveToRoot(restoration, bean);
      restorations.set(restoration.asGiven());
      live.given(Ids.session(session), bean);
    }
  }

  private void giveToRoot(Restoration restoration, StatefulBeanReference bean) {
    try {
      checkMayBeExecuted(restoration, bean);
      give(restoration.request().getObjectId(), bean, restoration.state());
      refused.remove(bean);
    } catch (Error e) {
      refused.add(bean);
      spent.told(restoration.request());
      throw e;
    }
  }

  /**
   * CMI's client sends a call again to a new bean only. One that comes to the bean of the session
   * is a new call, of a client's thread that once met a failed server; after an application
   * exception it has the number of the call before.
   */
  private void checkIsNotAnswered(Restoration restoration) {
    if (restoration.reply() != null) {
      RequestId request = restoration.request();
      spent.add(request, restoration.use());
      throw refusal(
          request.getObjectId(),
          new ReplicationException(
              "CMI's client gave this call the number of the one before, %d, which ended in an"
                      .formatted(request.getRequestNo())
                  + " exception, and says that it is sent again. It was not executed; call again"));
    }
  }

  private void checkMayBeExecuted(Restoration restoration, StatefulBeanReference bean) {
    RequestId request = restoration.request();
    if (restoration.reply() != null) {
      return;
    }
    countAttempt(request);
    boolean first = request.getRequestNo() == 0;
    if (restoration.state() == null && !first && !unreplicated.has(bean)) {
      throw refusal(
          request.getObjectId(),
          new ReplicationException(
              "there is no copy of it, and it was called before: all servers that had one are gone, it"
                  + " has expired, or its calls had no transaction of the container's, without which"
                  + " they are not replicated. Create a new one"));
    }
  }

  /** Refuses what was executed and rolled back here so often that it would go on without end. */
  void countAttempt(RequestId request) {
    if (!attempts.next(request)) {
      throw refusal(
          request.getObjectId(),
          new ReplicationException(
              "request %d of it was executed %d times here and rolled back each time; the reasons are"
                      .formatted(request.getRequestNo(), MOST_ATTEMPTS)
                  + " in the log. The session is as it was before; try again later"));
    }
  }

  /** The client has an answer to it, and does not send it again. */
  void answered(RequestId request) {
    attempts.forget(request);
  }

  private void give(SessionId session, StatefulBeanReference bean, byte[] state) {
    if (state == null || state.length == 0) {
      return;
    }
    if (isLost(state)) {
      live.fenced(Ids.session(session)); // the bean here is empty
      throw refusal(
          session,
          new ReplicationException(
              "its last state could not be replicated, see the log of the server that had it; its last"
                  + " request may have taken effect"));
    }
    try {
      beans.give(bean, state);
    } catch (ReplicationException | RuntimeException e) {
      throw refusal(session, e);
    }
  }

  static boolean isLost(byte[] state) {
    return Arrays.equals(state, LOST);
  }

  /**
   * Gives a bean that the client's bean calls in turn its state. The container asks for it before
   * each call: an instance that has it may have executed calls of this request since.
   */
  private void giveToInner(SessionId session, StatefulBeanReference bean) {
    var id = Ids.session(session);
    if (inner.has(bean) && !live.isKnown(id)) {
      return; // it was created here and has no copy yet
    }
    byte[] state;
    try {
      table.open();
      Admission admission = withPatience(() -> group.propagation().admit(id, Optional.empty()));
      if (!(admission instanceof Admission.Granted granted)) {
        checkIsNotEmpty(bean);
        return;
      }
      try (SessionCall call = granted.call()) {
        if (live.isInstanceAt(call, bean)) {
          return;
        }
        live.restored(call, -1);
        state = call.state().orElse(null);
      }
    } catch (PropagationException | ReplicationException | RuntimeException e) {
      throw refusal(session, e);
    }
    give(session, bean, state);
    live.given(id, bean);
  }

  /** The container has made those anew that a bean calls which was given its state. */
  private void checkIsNotEmpty(StatefulBeanReference bean) throws ReplicationException {
    Restoration root = restorations.get();
    boolean madeAnew = root != null && root.given() && BeanInstances.of(bean) != null;
    if (madeAnew && !inner.has(bean)) {
      throw new ReplicationException(
          "there is no copy of it, though another bean called it before: all servers that had one are"
              + " gone, or it was not called for so long that it has expired. Create both anew");
    }
  }

  void end() {
    restorations.remove();
  }

  /** Anybody who reaches the server can be refused as often as he likes; each client is told. */
  private Error refusal(SessionId session, Exception e) {
    String reason = e instanceof RuntimeException ? e.toString() : e.getMessage();
    if (refusals.count()) {
      LOG.warn(
          "{}: session {} cannot go on here: {} ({} calls refused so far)",
          group.self(),
          session,
          reason,
          refusals.total());
    } else {
      LOG.debug("{}: session {} cannot go on here: {}", group.self(), session, reason);
    }
    return new Error(
        "session %s cannot go on at %s: %s".formatted(session, group.self(), e.getMessage()));
  }
}
