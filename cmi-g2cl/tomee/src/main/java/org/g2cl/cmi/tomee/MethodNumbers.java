package org.g2cl.cmi.tomee;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Numbers of methods in stored replies: of name and parameters, the same in every JVM. Thread-safe.
 */
final class MethodNumbers {
  private final Map<Method, Integer> known = new ConcurrentHashMap<>();

  int of(Method method) {
    Integer number = known.get(method);
    return number != null ? number : known.computeIfAbsent(method, MethodNumbers::number);
  }

  private static int number(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getName)
        .collect(Collectors.joining(",", method.getName() + "(", ")"))
        .hashCode();
  }
}
