package org.g2cl.cmi.core;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.ProtocolFactory;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;

/** The engine in this JVM, which lacks a class that it needs for what a thread has it do. */
public final class LackingEngine implements ProtocolProvider {
  static final String NAME = "lacking";

  /** Protocols that are open. */
  static final List<Protocol> OPEN = new CopyOnWriteArrayList<>();

  /** Beginning of the names of methods that fail in this thread, or nothing. */
  private static final ThreadLocal<String> FAILING = new ThreadLocal<>();

  /** What is done with the engine. */
  interface Action {
    void run() throws GroupException;
  }

  /** Does it while this thread cannot call methods whose names begin so. */
  static void lacking(String methods, Action action) throws GroupException {
    FAILING.set(methods);
    try {
      action.run();
    } finally {
      FAILING.remove();
    }
  }

  private static ProtocolProvider local() throws GroupException {
    return Protocols.provider("local");
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ProtocolFactory factory(Map<String, String> properties) throws GroupException {
    ProtocolFactory factory = local().factory(properties);
    return () -> {
      Protocol real = factory.createProtocol();
      OPEN.add(real);
      return lacking(Protocol.class, real);
    };
  }

  @Override
  public GroupConfiguration group(String name) throws GroupException {
    return local().group(name);
  }

  private static <T> T lacking(Class<T> type, T real) {
    return type.cast(
        Proxy.newProxyInstance(
            LackingEngine.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              String failing = FAILING.get();
              if (failing != null && method.getName().startsWith(failing)) {
                throw new NoClassDefFoundError("meant by the test");
              }
              if (method.getName().equals("close")) {
                OPEN.remove(real);
              }
              try {
                Object result = method.invoke(real, arguments);
                return result instanceof DataSession session
                    ? lacking(DataSession.class, session)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
