package org.g2cl.sample.jonas.server;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Stand-ins for services of JOnAS that the container asks for and the sample does not need. */
final class Stubs {
  private Stubs() {}

  /** What a stand-in does. */
  interface Behaviour {
    Object call(Method method, Object[] arguments) throws Throwable;
  }

  static <T> T stub(Class<T> type, Behaviour behaviour) {
    Object proxy =
        Proxy.newProxyInstance(
            Stubs.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              switch (method.getName()) {
                case "hashCode":
                  return System.identityHashCode(self);
                case "equals":
                  return self == arguments[0];
                case "toString":
                  return "stub of " + type.getSimpleName();
                default:
                  return call(behaviour, method, arguments);
              }
            });
    return type.cast(proxy);
  }

  private static Object call(Behaviour behaviour, Method method, Object[] arguments)
      throws Throwable {
    try {
      return behaviour.call(method, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
