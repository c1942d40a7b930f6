package org.g2cl.cmi.tomee;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.spi.CreationalContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.NamingException;
import org.apache.openejb.BeanContext;
import org.apache.openejb.core.interceptor.InterceptorData;
import org.apache.openejb.core.interceptor.InterceptorInstance;
import org.g2cl.cmi.tomee.graph.Trail;
import org.g2cl.cmi.tomee.graph.UnsupportedGraphException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Form in which the state of one bean class travels: a version byte, then the bean and those of its
 * interceptors that belong to the instance, as one object graph.
 *
 * <p>Not written: what the server injects (injected again, as {@link InjectedFields} and {@link
 * CdiInjections} say), contexts of CDI (made again), other transient fields (null, as the
 * specification says). Thread-safe.
 */
final class StateCodec {
  private static final Logger LOG = LoggerFactory.getLogger(StateCodec.class);
  private static final byte VERSION = 1;
  private static final byte[] HEAD = {VERSION};

  private final BeanContext bean;
  private final ClassAllowList allowed;
  private final GraphWriter writer;
  private final StateGraphs graphs;
  private final Map<Class<?>, InjectedFields> injected = new ConcurrentHashMap<>();

  StateCodec(BeanContext bean, ClassAllowList allowed, GraphWriter writer, StateGraphs graphs) {
    this.bean = bean;
    this.allowed = allowed;
    this.writer = writer;
    this.graphs = graphs;
  }

  /**
   * Bean and interceptors of one instance.
   *
   * @param bean the bean
   * @param interceptors interceptors by class name, in the form that OpenEJB keeps
   */
  record Parts(Object bean, Map<String, Object> interceptors) {}

  /**
   * Writes a state; the objects must not be in use meanwhile.
   *
   * @param before state that the members have now, or null
   * @param trail what the session's state consisted of last time; empty after an error
   * @throws UnwritableException when a field cannot be serialized or is of a class off the list
   */
  byte[] write(Object root, Map<String, Object> interceptors, byte[] before, Trail trail)
      throws UnwritableException {
    List<Object> targets = targets(root, interceptors);
    var held = new ArrayList<Object[]>();
    for (Object target : targets) {
      held.add(fields(target).blank(target));
    }
    try {
      return write(targets, held, before, trail);
    } catch (NotSerializableException e) {
      throw notSerializable(targets, e);
    } catch (RefusedClassException e) {
      throw refused(targets, e);
    } catch (TooDeepException e) {
      throw new UnwritableException("its state cannot be replicated: " + e.getMessage());
    } catch (IOException | RuntimeException e) {
      throw failed(targets, e);
    } catch (StackOverflowError | LinkageError e) {
      throw new UnwritableException(
          "its state, an object of class %s, cannot be serialized: %s"
              .formatted(bean.getBeanClass().getName(), explain(e)));
    } finally {
      for (int i = 0; i < held.size(); i++) {
        fields(targets.get(i)).restore(targets.get(i), held.get(i));
      }
    }
  }

  private byte[] write(List<Object> targets, List<Object[]> held, byte[] before, Trail trail)
      throws IOException, UnwritableException {
    UnsupportedGraphException unsupported = null;
    if (graphs.isWanted(before)) {
      try {
        return graphs.write(graphTargets(targets, held), trail);
      } catch (UnsupportedGraphException e) {
        unsupported = e;
      }
    }
    try {
      byte[] written = writer.write(HEAD, out -> writeTargets(out, targets, held));
      if (unsupported != null) {
        graphs.giveWay(unsupported);
      }
      return written;
    } catch (NotSerializableException e) {
      if (unsupported != null) {
        throw e;
      }
      return graphs.writeRefused(graphTargets(targets, held), before, trail, e);
    }
  }

  private List<StateGraphs.Target> graphTargets(List<Object> targets, List<Object[]> held) {
    var all = new ArrayList<StateGraphs.Target>();
    for (int i = 0; i < targets.size(); i++) {
      Object target = targets.get(i);
      List<String> blanked = fields(target).names(held.get(i));
      all.add(new StateGraphs.Target(blanked, target.getClass().getName(), target));
    }
    return all;
  }

  private void writeTargets(StateOutput out, List<Object> targets, List<Object[]> held)
      throws IOException {
    targets.stream().filter(StateCodec::isPlain).forEach(out::refuse);
    out.writeByte(targets.size());
    for (int i = 0; i < targets.size(); i++) {
      writeTarget(out, targets.get(i), held.get(i));
    }
  }

  private void writeTarget(StateOutput out, Object target, Object[] held) throws IOException {
    List<String> blanked = fields(target).names(held);
    out.writeByte(blanked.size());
    for (String field : blanked) {
      out.writeUTF(field);
    }
    out.writeUTF(target.getClass().getName());
    out.writeGraph(isPlain(target) ? new PlainObject(target) : target);
  }

  private static boolean isPlain(Object target) {
    return !(target instanceof Serializable);
  }

  private List<Object> targets(Object root, Map<String, Object> interceptors) {
    var targets = new ArrayList<>();
    targets.add(root);
    for (InterceptorData data : bean.getInstanceScopedInterceptors()) {
      Object interceptor = interceptors.get(data.getInterceptorClass().getName());
      if (interceptor != null && interceptor != root) {
        targets.add(interceptor);
      }
    }
    return targets;
  }

  /**
   * Reads a state into new objects.
   *
   * @param owner of what CDI makes for them, or null
   * @throws EJBException when the bytes are of another version, damaged, or hold a class off the
   *     list
   */
  Parts read(byte[] state, CreationalContext<?> owner) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(bean.getClassLoader());
    try {
      return readParts(state, owner);
    } catch (IOException | ClassNotFoundException | NamingException e) {
      throw new EJBException(
          "bean %s: its state cannot be read here: %s".formatted(name(), e.getMessage()), e);
    } catch (StackOverflowError | LinkageError e) {
      throw new EJBException(
          "bean %s: its state cannot be read here: %s".formatted(name(), explain(e)));
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private Parts readParts(byte[] state, CreationalContext<?> owner)
      throws IOException, ClassNotFoundException, NamingException {
    var interceptors = new LinkedHashMap<String, Object>();
    for (InterceptorInstance shared : bean.getUserAndSystemInterceptors()) {
      interceptors.put(shared.getData().getInterceptorClass().getName(), shared.getInterceptor());
    }
    List<StateGraphs.Target> targets = readTargets(state);
    for (StateGraphs.Target target : targets) {
      fields(target.object()).inject(target.object(), target.leftOut(), owner);
      interceptors.put(target.className(), target.object());
    }
    Object root = targets.get(0).object();
    interceptors.put(bean.getBeanClass().getName(), root);
    return new Parts(root, interceptors);
  }

  private List<StateGraphs.Target> readTargets(byte[] state)
      throws IOException, ClassNotFoundException {
    int version = state.length == 0 ? 0 : state[0];
    List<StateGraphs.Target> targets =
        switch (version) {
          case VERSION -> readJava(state);
          case StateGraphs.VERSION -> graphs.read(state);
          default ->
              throw new IOException(
                  "its form has version %d and this member knows %d and %d; run members at most one release apart"
                      .formatted(version, VERSION, StateGraphs.VERSION));
        };
    if (targets.isEmpty() || targets.stream().anyMatch(target -> target.object() == null)) {
      throw new IOException("it holds no bean");
    }
    return targets;
  }

  private List<StateGraphs.Target> readJava(byte[] state)
      throws IOException, ClassNotFoundException {
    var targets = new ArrayList<StateGraphs.Target>();
    var bytes = new ByteArrayInputStream(state, 1, state.length - 1);
    try (var in = new StateInput(bytes, allowed, bean.getClassLoader())) {
      for (int left = in.readByte(); left > 0; left--) {
        targets.add(readTarget(in));
      }
    }
    return targets;
  }

  private static StateGraphs.Target readTarget(StateInput in)
      throws IOException, ClassNotFoundException {
    var blanked = new ArrayList<String>();
    for (int left = in.readUnsignedByte(); left > 0; left--) {
      blanked.add(in.readUTF());
    }
    String name = in.readUTF();
    return new StateGraphs.Target(blanked, name, in.readGraph());
  }

  private InjectedFields fields(Object target) {
    InjectedFields known = injected.get(target.getClass());
    return known != null
        ? known
        : injected.computeIfAbsent(
            target.getClass(), type -> InjectedFields.of(bean, type, allowed));
  }

  private UnwritableException notSerializable(List<Object> targets, NotSerializableException e) {
    if (FieldPath.isLambda(e.getMessage())) {
      return lambda(targets, e.getMessage());
    }
    return new UnwritableException(
        ("%s is of class %s, which is not serializable, so the state cannot be replicated. Make the"
                + " class serializable, or the field transient and fill it in a @PostActivate"
                + " method")
            .formatted(path(e.getMessage(), targets), e.getMessage()));
  }

  private UnwritableException lambda(List<Object> targets, String className) {
    return new UnwritableException(
        ("%s is a lambda, so the state cannot be replicated: not even a serializable one is taken, since"
                + " what it calls would be named by what is read. Put an object of a serializable class"
                + " in its place, or make the field transient and fill it in a @PostActivate method")
            .formatted(path(className, targets)));
  }

  private UnwritableException refused(List<Object> targets, RefusedClassException e) {
    if (FieldPath.isLambda(e.type())) {
      return lambda(targets, e.type());
    }
    return new UnwritableException(
        "%s is of class %s, which is %s".formatted(path(e.type(), targets), e.type(), e.why()));
  }

  /** The trace is only here: the client may have none of the classes in it. */
  private UnwritableException failed(List<Object> targets, Exception e) {
    LOG.warn("{}: its state cannot be serialized", name(), e);
    Throwable thrown = e instanceof IOException && e.getCause() != null ? e.getCause() : e;
    return new UnwritableException(
        SerialMethod.thatThrew(thrown)
            .map(method -> threw(targets, method, thrown))
            .orElseGet(() -> "its state cannot be serialized: " + thrown));
  }

  private String threw(List<Object> targets, SerialMethod method, Throwable thrown) {
    return ("%s is of class %s, whose %s throws %s, so the state cannot be replicated. Let it write"
            + " what it has, or make the field transient and fill it in a @PostActivate method")
        .formatted(path(method.className(), targets), method.className(), method.name(), thrown);
  }

  private String path(String className, List<Object> targets) {
    try {
      return targets.stream()
          .flatMap(target -> FieldPath.to(className, target).stream())
          .findFirst()
          .orElse(bean.getBeanClass().getSimpleName());
    } catch (RuntimeException e) { // of a collection or a key of the application's
      return bean.getBeanClass().getSimpleName();
    }
  }

  static String explain(Error e) {
    return e instanceof StackOverflowError
        ? "its objects form a chain too long for the thread's stack (StackOverflowError); keep them"
            + " in a collection of the JDK instead of linking them by fields"
        : e.toString();
  }

  private Object name() {
    return bean.getDeploymentID();
  }
}
