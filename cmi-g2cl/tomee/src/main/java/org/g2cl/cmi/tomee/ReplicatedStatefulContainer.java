package org.g2cl.cmi.tomee;

import java.lang.reflect.Method;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.openejb.ApplicationException;
import org.apache.openejb.BeanContext;
import org.apache.openejb.InterfaceType;
import org.apache.openejb.OpenEJBException;
import org.apache.openejb.ProxyInfo;
import org.apache.openejb.core.CoreContainerSystem;
import org.apache.openejb.core.stateful.LockFactory;
import org.apache.openejb.core.stateful.StatefulContainer;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;
import org.apache.openejb.spi.SecurityService;
import org.g2cl.Registration;
import org.g2cl.cmi.core.DaemonTimer;
import org.g2cl.cmi.tomee.CallExecution.Invocation;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
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

  /** From one look for abandoned transactions to the next. */
  private static final Duration LOOK_PERIOD = Duration.ofSeconds(5);

  /** Time after the end of a session that its transaction is left alone. */
  private static final Duration LOOK_MARGIN = Duration.ofSeconds(10);

  private final Replication replication;
  private final LiveInstances live;
  private final ReplyInterceptor interceptor;
  private final RemoteNames names = new RemoteNames();
  private final ReplicatedBean.Rules rules;
  private final Turns turns;
  private final CallExecution execution;
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
    this.replication = replication;
    this.live = live;
    var end = new CallEnd(replication, live);
    this.interceptor = new ReplyInterceptor(live, end);
    this.rules = rules;
    this.turns = new Turns(replication.callTimeout(), replication::executes);
    this.execution = new CallExecution(security, replication, live, end, turns);
    live.lookAlsoAt(KeptInstances.of(this));
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
    List<String> unsent = UnsentFields.of(bean);
    if (!unsent.isEmpty()) {
      LOG.warn(
          "{}: not replicated are its fields {}, since their class is not serializable and {} is; declare both so, or neither, or make the fields transient if they are no state",
          bean.getDeploymentID(),
          unsent,
          bean.getBeanClass().getSimpleName());
    }
    var replicated = new ReplicatedBean(bean, rules);
    if (registrations.isEmpty()) {
      registrations = listen();
    }
    beans.put(bean, replicated);
    bean.addFirstSystemInterceptor(interceptor);
    bean.setTransactionPolicyFactory(
        new ActivatingPolicies(bean.getTransactionPolicyFactory(), live));
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

  /**
   * Ends a bean here. It takes as long as its instances take to be passivated: calls of other beans
   * go on meanwhile, and the server would let ejbd find this one until after that.
   */
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // what needs the monitor is in end
  public void undeploy(BeanContext bean) throws OpenEJBException {
    ReplicatedBean ended = end(bean);
    if (ended != null) {
      live.end(ended);
    }
  }

  /** Is null for a bean that was not replicated. */
  private synchronized ReplicatedBean end(BeanContext bean) throws OpenEJBException {
    if (SystemInstance.get().getComponent(ContainerSystem.class)
        instanceof CoreContainerSystem system) {
      system.removeBeanContext(bean);
    }
    ReplicatedBean ended = beans.remove(bean);
    if (ended != null) {
      names.unbind(bean);
      ended.end();
    }
    if (beans.isEmpty()) {
      registrations.forEach(Registration::close);
      registrations = List.of();
    }
    super.undeploy(bean);
    return ended;
  }

  private List<Registration> listen() {
    return List.of(
        replication.addDoubtListener(turns::doubt),
        replication.propagation().addPutAwayListener(session -> live.putAway(session.value())),
        lookForAbandoned());
  }

  private Registration lookForAbandoned() {
    ScheduledExecutorService timer = DaemonTimer.named("g2cl-abandoned-transactions");
    DaemonTimer.repeat(timer, LOOK_PERIOD, () -> live.giveUpAbandoned(LOOK_MARGIN));
    return timer::shutdownNow;
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
    if (getBeanContext(deployment) == null) {
      throw gone(deployment);
    }
    return super.invoke(
        deployment, view(deployment, type, callInterface), callInterface, method, args, key);
  }

  /** Calls that had found the bean before it ended go on elsewhere, since its sessions do. */
  private static ApplicationException gone(Object deployment) {
    return CallEnd.refuse(
        new PropagationException("bean %s is being undeployed here".formatted(deployment)));
  }

  private void requireDeployed(BeanContext context) throws ApplicationException {
    if (getBeanContext(context.getDeploymentID()) != context) {
      throw gone(context.getDeploymentID());
    }
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
      requireDeployed(context);
      return super.createEJBObject(context, method, args, type);
    }
    Optional<RequestId> request = requestOfCreation(context);
    var session = new SessionId(request.map(RequestId::value).orElseGet(this::randomKey));
    return execution.create(
        bean,
        session,
        request,
        method,
        type,
        () -> {
          keyOfCreation.set(session.value());
          return create(context, method, args, type, session);
        });
  }

  /**
   * The stock container keeps an instance whose own method of creation, as of EJB 2, has failed.
   */
  private ProxyInfo create(
      BeanContext context, Method method, Object[] args, InterfaceType type, SessionId session)
      throws OpenEJBException {
    try {
      return super.createEJBObject(context, method, args, type);
    } catch (ApplicationException e) {
      var unused = live.remove(session.value());
      throw e;
    }
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
    return call(new StockInvocation(false, context, key, callInterface, method, args, type));
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
    return call(new StockInvocation(true, context, key, callInterface, method, args, type));
  }

  /** A call of a method; not a lambda, which with so many values costs more to make than to run. */
  private final class StockInvocation extends Invocation {
    private final boolean removes;
    private final Class<?> callInterface;
    private final Object[] args;

    StockInvocation(
        boolean removes,
        BeanContext context,
        Object key,
        Class<?> callInterface,
        Method method,
        Object[] args,
        InterfaceType type) {
      super(context, key, method, type);
      this.removes = removes;
      this.callInterface = callInterface;
      this.args = args;
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

  private Object call(Invocation body) throws OpenEJBException {
    ReplicatedBean bean = beans.get(body.context);
    if (bean == null) {
      requireDeployed(body.context);
      return body.run();
    }
    return execution.call(bean, body);
  }
}
