package org.g2cl.cmi.tomee;

import jakarta.ejb.EJBAccessException;
import java.lang.reflect.Method;
import java.rmi.NoSuchObjectException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.openejb.ApplicationException;
import org.apache.openejb.BeanContext;
import org.apache.openejb.InterfaceType;
import org.apache.openejb.InvalidateReferenceException;
import org.apache.openejb.OpenEJBException;
import org.apache.openejb.ProxyInfo;
import org.apache.openejb.core.ThreadContext;
import org.apache.openejb.core.stateful.LockFactory;
import org.apache.openejb.core.stateful.StatefulContainer;
import org.apache.openejb.spi.SecurityService;
import org.g2cl.Registration;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionBusyException;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.StatePropagation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stateful container whose sessions live in the group: each call is admitted by the state
 * propagation, answered from a stored reply when it was executed before, and ends with state and
 * reply on the backups.
 */
final class ReplicatedStatefulContainer extends StatefulContainer {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicatedStatefulContainer.class);
  private static final int KEY_BYTES = 24;

  private final SecurityService<?> security;
  private final Replication replication;
  private final LiveInstances live;
  private final CallEnd end;
  private final ReplyInterceptor interceptor;
  private final RemoteNames names = new RemoteNames();
  private final ReplicatedBean.Rules rules;
  private final Turns turns;
  private final Map<BeanContext, ReplicatedBean> beans = new ConcurrentHashMap<>();
  private final ThreadLocal<String> keyOfCreation = new ThreadLocal<>();
  private final SecureRandom random = new SecureRandom();

  /**
   * Listeners at the group while there is a bean here: the server ends containers without a word.
   */
  private List<Registration> registrations = List.of();

  @SuppressWarnings("this-escape") // the class is final
  ReplicatedStatefulContainer(
      Object id,
      SecurityService<?> security,
      LiveInstances live,
      org.apache.openejb.util.Duration accessTimeout,
      LockFactory locks,
      Replication replication,
      ReplicatedBean.Rules rules) {
    super(id, security, live, accessTimeout, false, locks);
    this.security = security;
    this.replication = replication;
    this.live = live;
    this.end = new CallEnd(replication, live);
    this.interceptor = new ReplyInterceptor(live, end);
    this.rules = rules;
    this.turns = new Turns(replication.callTimeout(), replication::executes);
    live.buildWith((call, state) -> call.bean().read(state, call.key(), id, locks));
  }

  @Override
  public synchronized void deploy(BeanContext bean) throws OpenEJBException {
    super.deploy(bean);
    String obstacle = ReplicatedBean.obstacle(bean);
    if (!obstacle.isEmpty()) {
      LOG.warn("{}: its sessions are not replicated: {}", bean.getDeploymentID(), obstacle);
      return;
    }
    var replicated = new ReplicatedBean(bean, rules);
    if (registrations.isEmpty()) {
      registrations = listen();
    }
    beans.put(bean, replicated);
    bean.addFirstSystemInterceptor(interceptor);
    names.bind(bean);
    List<String> refused = new RemoteClassFilter().refused(bean);
    if (!refused.isEmpty()) {
      LOG.warn(
          "{}: this server refuses arguments of remote calls, {}: {}",
          bean.getDeploymentID(),
          refused,
          RemoteClassFilter.ADVICE);
    }
  }

  @Override
  public synchronized void undeploy(BeanContext bean) throws OpenEJBException {
    if (beans.remove(bean) != null) {
      names.unbind(bean);
    }
    if (beans.isEmpty()) {
      registrations.forEach(Registration::close);
      registrations = List.of();
    }
    super.undeploy(bean);
  }

  private List<Registration> listen() {
    return List.of(
        replication.addDoubtListener(turns::doubt),
        replication.propagation().addPutAwayListener(session -> live.putAway(session.value())));
  }

  @Override
  public Object invoke(
      Object deployment,
      InterfaceType type,
      @SuppressWarnings("rawtypes") Class callInterface,
      Method method,
      Object[] args,
      Object key)
      throws OpenEJBException {
    if (key == null && method.getDeclaringClass() == Callable.class) {
      return super.invoke(
          deployment,
          InterfaceType.BUSINESS_REMOTE_HOME,
          BeanContext.BusinessRemoteHome.class,
          RemoteNames.CREATE,
          args,
          key);
    }
    return super.invoke(
        deployment, view(deployment, type, callInterface), callInterface, method, args, key);
  }

  /** ejbd calls every remote view a component view, which would lose exceptions of removals. */
  private InterfaceType view(Object deployment, InterfaceType type, Class<?> callInterface) {
    BeanContext bean = getBeanContext(deployment);
    return type == InterfaceType.EJB_OBJECT
            && bean != null
            && bean.getBusinessRemoteInterfaces().contains(callInterface)
        ? InterfaceType.BUSINESS_REMOTE
        : type;
  }

  @Override
  protected Object newPrimaryKey() {
    String key = keyOfCreation.get();
    keyOfCreation.remove(); // a bean that this creation creates in turn gets its own
    return key == null ? randomKey() : key;
  }

  private String randomKey() {
    var bytes = new byte[KEY_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  protected ProxyInfo createEJBObject(
      BeanContext context, Method method, Object[] args, InterfaceType type)
      throws OpenEJBException {
    ReplicatedBean bean = beans.get(context);
    if (bean == null) {
      return super.createEJBObject(context, method, args, type);
    }
    Optional<RequestId> request = requestOfCreation(context);
    var session = new SessionId(request.map(RequestId::value).orElseGet(this::randomKey));
    Admission admission = admitted(session, request, bean);
    if (admission instanceof Admission.Replayed) {
      checkAuthorization(context, session.value(), method, type);
      return new ProxyInfo(context, session.value());
    }
    var call =
        new OpenCall(
            ((Admission.Granted) admission).call(),
            bean,
            live.trails(),
            OpenCall.Repetition.of(request.isPresent(), false),
            bean.numberOf(method));
    return (ProxyInfo)
        execute(
            call,
            () -> {
              keyOfCreation.set(session.value());
              return super.createEJBObject(context, method, args, type);
            });
  }

  /** A session that a bean creates within its own creation is not the one that the client wants. */
  private static Optional<RequestId> requestOfCreation(BeanContext context)
      throws ApplicationException {
    return ThreadCalls.areOpen() ? Optional.empty() : RemoteRequests.current(context, null);
  }

  @Override
  protected Object businessMethod(
      BeanContext context,
      Object key,
      @SuppressWarnings("rawtypes") Class callInterface,
      Method method,
      Object[] args,
      InterfaceType type)
      throws OpenEJBException {
    return call(
        context, key, new Invocation(false, context, key, callInterface, method, args, type));
  }

  @Override
  protected Object removeEJBObject(
      BeanContext context,
      Object key,
      @SuppressWarnings("rawtypes") Class callInterface,
      Method method,
      Object[] args,
      InterfaceType type)
      throws OpenEJBException {
    return call(
        context, key, new Invocation(true, context, key, callInterface, method, args, type));
  }

  /** Work of the stock container that a call consists of. */
  private interface Body {
    Object run() throws OpenEJBException;
  }

  /** A call of a method; not a lambda, which with so many values costs more to make than to run. */
  private final class Invocation implements Body {
    private final boolean removes;
    private final BeanContext context;
    private final Object key;
    private final Class<?> callInterface;
    private final Method method;
    private final Object[] args;
    private final InterfaceType type;

    Invocation(
        boolean removes,
        BeanContext context,
        Object key,
        Class<?> callInterface,
        Method method,
        Object[] args,
        InterfaceType type) {
      this.removes = removes;
      this.context = context;
      this.key = key;
      this.callInterface = callInterface;
      this.method = method;
      this.args = args;
      this.type = type;
    }

    @Override
    public Object run() throws OpenEJBException {
      return removes
          ? stockRemove(context, key, callInterface, method, args, type)
          : stockCall(context, key, callInterface, method, args, type);
    }
  }

  private Object stockCall(
      BeanContext context,
      Object key,
      Class<?> callInterface,
      Method method,
      Object[] args,
      InterfaceType type)
      throws OpenEJBException {
    return super.businessMethod(context, key, callInterface, method, args, type);
  }

  private Object stockRemove(
      BeanContext context,
      Object key,
      Class<?> callInterface,
      Method method,
      Object[] args,
      InterfaceType type)
      throws OpenEJBException {
    return super.removeEJBObject(context, key, callInterface, method, args, type);
  }

  private Object call(BeanContext context, Object key, Invocation body) throws OpenEJBException {
    ReplicatedBean bean = beans.get(context);
    if (bean == null) {
      return body.run();
    }
    OpenCall joined = joined(key);
    if (joined != null) {
      return nested(joined, body);
    }
    SessionId session = session(key);
    Optional<RequestId> request = RemoteRequests.current(context, key);
    return bean.accessTimeouts().areDeclared() || turns.usual().isPresent()
        ? callInTurn(bean, session, request, body)
        : call(bean, session, request, body, null);
  }

  private Object callInTurn(
      ReplicatedBean bean, SessionId session, Optional<RequestId> request, Invocation body)
      throws OpenEJBException {
    Turns.End end =
        isExecuting(session, request)
            ? turns.enter(session.value())
            : bean.accessTimeouts().enter(turns, session, body.method, request);
    return end instanceof Turns.Answered answered
        ? repeat(bean, answered.reply(), body)
        : call(bean, session, request, body, (Turns.Place) end);
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
      if (admission instanceof Admission.Replayed replayed) {
        return repeat(bean, replayed.reply(), body);
      }
      if (admission instanceof Admission.Granted granted) {
        var repetition =
            OpenCall.Repetition.of(request.isPresent(), bean.isIdempotent(body.method));
        int number = bean.numberOf(body.method);
        open = new OpenCall(granted.call(), bean, live.trails(), repetition, number);
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

  private Object execute(OpenCall call, Body body) throws OpenEJBException {
    live.open(call);
    Object result;
    try {
      result = run(call, body);
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
    end.conclude(call, Reply.result(result instanceof ProxyInfo ? null : result));
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
