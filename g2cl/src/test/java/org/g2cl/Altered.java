package org.g2cl;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.UnaryOperator;

/** Object that is as another one, but for what one method gives. */
final class Altered {
  private Altered() {}

  static <T> T of(Class<T> type, T target, String method, UnaryOperator<Object> change) {
    Object proxy =
        Proxy.newProxyInstance(
            Altered.class.getClassLoader(),
            new Class<?>[] {type},
            (self, called, arguments) -> {
              Object result = result(called, target, arguments);
              return called.getName().equals(method) ? change.apply(result) : result;
            });
    return type.cast(proxy);
  }

  private static Object result(Method method, Object target, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
