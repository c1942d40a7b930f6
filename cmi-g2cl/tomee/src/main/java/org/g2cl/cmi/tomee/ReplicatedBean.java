package org.g2cl.cmi.tomee;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.persistence.EntityManagerFactory;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.openejb.ApplicationException;
import org.apache.openejb.BeanContext;
import org.apache.openejb.cdi.CdiEjbBean;
import org.apache.openejb.core.interceptor.InterceptorData;
import org.apache.openejb.core.stateful.Instance;
import org.apache.openejb.core.stateful.LockFactory;
import org.apache.openejb.persistence.JtaEntityManagerRegistry.EntityManagerTracker;
import org.apache.webbeans.config.WebBeansContext;
import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.cmi.tomee.graph.Trail;

/** Deployed stateful bean whose sessions are replicated: its codec and its time-out. */
final class ReplicatedBean {
  private final BeanContext context;
  private final ClassAllowList allowed;
  private final ContentLimits limits;
  private final GraphWriter writer;
  private final BooleanSupplier numberedReplies;
  private final IdempotentMethods idempotent;
  private final MethodNumbers numbers = new MethodNumbers();
  private final AccessTimeouts accessTimeouts;
  private final StateCodec codec;
  private final Duration timeout;
  private volatile boolean ended;

  /**
   * What a container's configuration says of its beans.
   *
   * @param allowedClasses classes that states and replies may hold, besides those that may always
   * @param idempotentMethods methods that may be executed again
   * @param timeout time-out of sessions whose bean has none of its own
   * @param limits most bytes of states and replies
   * @param graphs when states are written in the form of {@link StateGraphs}
   * @param numberedReplies whether every member reads replies with the number of their method, and
   *     so they are to be written
   */
  record Rules(
      List<String> allowedClasses,
      List<String> idempotentMethods,
      Duration timeout,
      ContentLimits limits,
      GraphUse graphs,
      BooleanSupplier numberedReplies) {
    /** Rules of a container of which nothing is said. */
    static Rules defaults(GraphUse graphs) {
      return new Rules(
          List.of(), List.of(), Duration.ZERO, ContentLimits.defaults(), graphs, () -> true);
    }
  }

  ReplicatedBean(BeanContext context, Rules rules) {
    this.context = context;
    this.limits = rules.limits();
    this.numberedReplies = rules.numberedReplies();
    this.allowed = new ClassAllowList(name(context), application(context), rules.allowedClasses());
    this.writer = new GraphWriter(allowed);
    this.codec =
        new StateCodec(
            context, allowed, writer, new StateGraphs(context, allowed, limits, rules.graphs()));
    this.idempotent = new IdempotentMethods(context, rules.idempotentMethods());
    this.accessTimeouts = new AccessTimeouts(context);
    this.timeout = timeout(context, rules.timeout());
  }

  /** Tells why a bean cannot be replicated, or is empty when it can. */
  static String obstacle(BeanContext context) {
    if (!context.isPassivable()) {
      return "it is declared passivationCapable=false";
    }
    var extended = context.getExtendedEntityManagerFactories();
    return extended != null && !extended.isEmpty()
        ? "it has an extended persistence context; use a transaction-scoped one"
        : "";
  }

  static String name(BeanContext context) {
    return context.getDeploymentID().toString();
  }

  private static List<Class<?>> application(BeanContext context) {
    var classes = new ArrayList<Class<?>>();
    classes.add(context.getBeanClass());
    for (Class<?> type : context.getBusinessRemoteInterfaces()) {
      classes.add(type);
    }
    for (Class<?> type : context.getBusinessLocalInterfaces()) {
      classes.add(type);
    }
    for (InterceptorData interceptor : context.getInstanceScopedInterceptors()) {
      classes.add(interceptor.getInterceptorClass());
    }
    return classes;
  }

  private static Duration timeout(BeanContext context, Duration defaultTimeout) {
    var declared = context.getStatefulTimeout();
    if (declared == null) {
      return defaultTimeout;
    }
    long millis = declared.getTime(TimeUnit.MILLISECONDS);
    return millis < 0 ? Duration.ZERO : Duration.ofMillis(Math.max(1, millis));
  }

  /** The server undeploys it. */
  void end() {
    ended = true;
  }

  boolean hasEnded() {
    return ended;
  }

  BeanContext context() {
    return context;
  }

  String name() {
    return name(context);
  }

  /** Time without a call after which a session is dropped; zero for never. */
  Duration timeout() {
    return timeout;
  }

  /** Tells whether that method of a business interface may be executed again. */
  boolean isIdempotent(Method method) {
    return idempotent.contains(method);
  }

  /**
   * Tells whether the bean, or an interceptor that is part of its state, is called when its
   * transaction has ended. ({@code isSessionSynchronized} is true of any bean with transactions of
   * the container's, and the server's own interceptor is always called; checked with OpenEJB
   * 10.1.2.)
   */
  boolean hasAfterCompletion() {
    for (InterceptorData called : context.getCallbackInterceptors()) {
      if (!called.getAfterCompletion().isEmpty() && isPartOfState(called)) {
        return true;
      }
    }
    return false;
  }

  private boolean isPartOfState(InterceptorData interceptor) {
    Class<?> type = interceptor.getInterceptorClass();
    return type.isAssignableFrom(context.getBeanClass())
        || context.getInstanceScopedInterceptors().contains(interceptor);
  }

  AccessTimeouts accessTimeouts() {
    return accessTimeouts;
  }

  /**
   * Writes the state of an instance.
   *
   * @param before state that the members have now, or null
   */
  byte[] write(Instance instance, byte[] before, Trail trail) throws UnwritableException {
    return codec.write(instance.bean, instance.interceptors, before, trail);
  }

  /** Number of a method in stored replies. */
  int numberOf(Method method) {
    return numbers.of(method);
  }

  byte[] encode(Reply reply, int method) throws UnwritableException {
    return reply.encode(
        writer,
        limits,
        numberedReplies.getAsBoolean() ? OptionalInt.of(method) : OptionalInt.empty());
  }

  /**
   * Reads the stored reply to a request.
   *
   * @throws ApplicationException when it is that of a call of another method, or cannot be read
   */
  Reply decode(byte[] stored, Method method) throws ApplicationException {
    if (!Reply.isOf(stored, numberOf(method))) {
      throw new ApplicationException(
          new EJBException(
              "bean %s: the id of this request of %s is that of a call of another method before; give each request an id of its own"
                  .formatted(name(), method.getName())));
    }
    try {
      return Reply.decode(stored, context, allowed);
    } catch (EJBException e) {
      throw new ApplicationException(e); // for the client; else it is told of an unknown error
    }
  }

  /** Makes an instance of a state. */
  Instance read(byte[] state, String key, Object container, LockFactory locks) {
    CreationalContext<?> owner = newCreationalContext();
    StateCodec.Parts parts = codec.read(state, owner);
    return new Instance(
        context,
        key,
        container,
        parts.bean(),
        owner,
        parts.interceptors(),
        (Map<EntityManagerFactory, EntityManagerTracker>) null,
        locks.newLock(key));
  }

  @SuppressWarnings("unchecked") // OpenWebBeans declares a raw factory
  private CreationalContext<?> newCreationalContext() {
    WebBeansContext cdi = context.getWebBeansContext();
    return cdi == null
        ? null
        : cdi.getCreationalContextFactory().getCreationalContext(context.get(CdiEjbBean.class));
  }
}
