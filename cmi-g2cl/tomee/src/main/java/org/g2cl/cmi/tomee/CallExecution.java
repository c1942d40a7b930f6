package org.g2cl.cmi.tomee;

import jakarta.ejb.EJBAccessException;
import java.lang.reflect.Method;
import java.rmi.NoSuchObjectException;
import java.util.Optional;
import org.apache.openejb.ApplicationException;
import org.apache.openejb.BeanContext;
import org.apache.openejb.InterfaceType;
import org.apache.openejb.InvalidateReferenceException;
import org.apache.openejb.OpenEJBException;
import org.apache.openejb.ProxyInfo;
import org.apache.openejb.core.ThreadContext;
import org.apache.openejb.spi.SecurityService;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionBusyException;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.StatePropagation;

/**
 * Execution of the calls of a container's sessions: each waits for its turn, is let in by the state
 * propagation or answered from its stored reply, and is ended by {@link CallEnd}. Thread-safe.
 */
final class CallExecution {
  private final SecurityService<?> security;
  private final Replication replication;
  private final LiveInstances live;
  private final CallEnd end;
  private final Turns turns;

  CallExecution(
      SecurityService<?> security,
      Replication replication,
      LiveInstances live,
      CallEnd end,
      Turns turns) {
    this.security = security;
    this.replication = replication;
    this.live = live;
    this.end = end;
    this.turns = turns;
  }

  /** Work of the stock container that a call consists of. */
  interface Body {
    Object run() throws OpenEJBException;
  }

  /** A call of a method of a session. */
  abstract static class Invocation implements Body {
    final BeanContext context;
    final Object key;
    final Method method;
    final InterfaceType type;

    Invocation(BeanContext context, Object key, Method method, InterfaceType type) {
      this.context = context;
      this.key = key;
      this.method = method;
      this.type = type;
    }
  }

  /** Creates a session, or answers as when it was created. */
  ProxyInfo create(
      ReplicatedBean bean,
      SessionId session,
      Optional<RequestId> request,
      Method method,
      InterfaceType type,
      Body body)
      throws OpenEJBException {
    Admission admission = admitted(session, request, bean);
    if (admission instanceof Admission.Replayed replayed) {
      checkAuthorization(bean.context(), session.value(), method, type);
      var unused = bean.decode(replayed.reply(), method).repeat(); // or throws, if it has failed
      return new ProxyInfo(bean.context(), session.value());
    }
    OpenCall call = opened((Admission.Granted) admission, bean, method, request.isPresent(), true);
    return (ProxyInfo) execute(call, body);
  }

  /** Calls a session, as part of the call that is open for it where it belongs to that. */
  Object call(ReplicatedBean bean, Invocation body) throws OpenEJBException {
    OpenCall joined = joined(body.key);
    if (joined != null) {
      return nested(joined, body);
    }
    SessionId session = session(body.key);
    Optional<RequestId> request = RemoteRequests.current(body.context, body.key);
    return bean.accessTimeouts().areDeclared() || turns.usual().isPresent()
        ? callInTurn(bean, session, request, body)
        : call(bean, session, request, body, null);
  }

  private Object callInTurn(
      ReplicatedBean bean, SessionId session, Optional<RequestId> request, Invocation body)
      throws OpenEJBException {
    Turns.End turn =
        isExecuting(session, request)
            ? bean.accessTimeouts().enterAtOnce(turns, session)
            : bean.accessTimeouts().enter(turns, session, body.method, request);
    return turn instanceof Turns.Answered answered
        ? repeat(bean, answered.reply(), body)
        : call(bean, session, request, body, (Turns.Place) turn);
  }

  /**
   * Lets a call in and executes it.
   *
   * @param place to be left when the call is over, executed or not; or null
   */
  private Object call(
      ReplicatedBean bean,
      SessionId session,
      Optional<RequestId> request,
      Invocation body,
      Turns.Place place)
      throws OpenEJBException {
    OpenCall open = null;
    try {
      Admission admission = admitted(session, request, null);
      if (place != null && !(admission instanceof Admission.Unknown)) {
        place.letIn();
      }
      if (admission instanceof Admission.Replayed replayed && replayed.bean().equals(bean.name())) {
        return repeat(bean, replayed.reply(), body);
      }
      if (admission instanceof Admission.Granted granted && !isOf(bean, granted)) {
        granted.call().close(); // or the session of one bean would be called by another's rules
      } else if (admission instanceof Admission.Granted granted) {
        open = opened(granted, bean, body.method, request.isPresent(), false);
        if (place != null) {
          open.leaveWhenClosed(place);
        }
      }
    } finally {
      if (open == null && place != null) {
        place.leave();
      }
    }
    if (open == null) {
      throw unknown();
    }
    return execute(open, body);
  }

  private static boolean isOf(ReplicatedBean bean, Admission.Granted granted) {
    return granted.call().bean().equals(bean.name());
  }

  /** Gives a stored reply to a caller who may make that call. */
  private Object repeat(ReplicatedBean bean, byte[] reply, Invocation body)
      throws OpenEJBException {
    if (body.method.getDeclaringClass() != BeanContext.Removable.class) {
      checkAuthorization(body.context, body.key, body.method, body.type);
    }
    return bean.decode(reply, body.method).repeat();
  }

  /** Refuses a caller whom the stock container would refuse before it executes the call. */
  private void checkAuthorization(
      BeanContext context, Object key, Method method, InterfaceType type)
      throws ApplicationException {
    ThreadContext caller = ThreadContext.enter(new ThreadContext(context, key));
    try {
      if (!security.isCallerAuthorized(method, type)) {
        throw new ApplicationException(
            new EJBAccessException("Unauthorized Access by Principal Denied"));
      }
    } finally {
      ThreadContext.exit(caller);
    }
  }

  /** Call that an invocation of this thread or transaction belongs to, or null. */
  private OpenCall joined(Object key) {
    OpenCall open = live.call(key).orElse(null);
    return open != null && open.isJoinedBy(Transactions.current()) ? open : null;
  }

  private static Object nested(OpenCall call, Body body) throws OpenEJBException {
    call.enterNested();
    try {
      return body.run();
    } finally {
      call.leaveNested();
    }
  }

  /**
   * Call that was let in; when it cannot be made, the session is free again.
   *
   * @param repeatable whether a client may send the request again
   * @param creation whether it creates the session, and so is never executed again
   */
  private OpenCall opened(
      Admission.Granted granted,
      ReplicatedBean bean,
      Method method,
      boolean repeatable,
      boolean creation) {
    try {
      boolean idempotent = !creation && bean.isIdempotent(method);
      var repetition = OpenCall.Repetition.of(repeatable, idempotent);
      int number = bean.numberOf(method);
      return new OpenCall(granted.call(), bean, live.trails(), repetition, number);
    } catch (RuntimeException | Error e) {
      granted.call().close();
      throw e;
    }
  }

  private Object execute(OpenCall call, Body body) throws OpenEJBException {
    Object result;
    Reply outcome;
    try {
      live.open(call);
      result = run(call, body);
      outcome = Reply.result(result instanceof ProxyInfo ? null : result);
    } catch (OpenEJBException e) {
      end.endLeftTransaction(call);
      CallEnd.judgeCommit(call, e);
      OpenEJBException answer = CallEnd.answer(e, call);
      end.conclude(call, Reply.of(answer));
      throw answer;
    } catch (RuntimeException | Error e) {
      end.endLeftTransaction(call);
      end.abandon(call, e);
      throw e;
    }
    end.conclude(call, outcome);
    return result;
  }

  private static Object run(OpenCall call, Body body) throws OpenEJBException {
    ThreadCalls.begin(call);
    try {
      return body.run();
    } finally {
      ThreadCalls.end();
    }
  }

  private static SessionId session(Object key) throws OpenEJBException {
    if (key == null) {
      throw unknown();
    }
    try {
      return new SessionId((String) key);
    } catch (IllegalArgumentException | ClassCastException e) {
      throw unknown();
    }
  }

  /** As the stock container answers when it does not know a key. */
  private static InvalidateReferenceException unknown() {
    return new InvalidateReferenceException(new NoSuchObjectException("Not Found"));
  }

  /**
   * Whether it is that very request that keeps the session busy. Then the client has sent it again,
   * and is to ask here until the reply is stored: another server would take the session over, and
   * what is being executed would be lost.
   */
  private boolean isExecuting(SessionId session, Optional<RequestId> request) {
    return request.isPresent()
        && live.call(session.value()).map(call -> call.call().request()).equals(request);
  }

  /**
   * Asks the state propagation.
   *
   * @param created bean of which a session is to be created, or null for one that exists
   */
  private Admission admitted(SessionId session, Optional<RequestId> request, ReplicatedBean created)
      throws OpenEJBException {
    StatePropagation propagation = replication.propagation();
    try {
      return created == null
          ? propagation.admit(session, request)
          : propagation.admitCreation(session, created.name(), created.timeout(), request);
    } catch (SessionBusyException e) {
      throw new ApplicationException(
          isExecuting(session, request) ? e : AccessTimeouts.tookTooLong(e));
    } catch (PropagationException e) {
      throw CallEnd.refuse(e);
    }
  }
}
