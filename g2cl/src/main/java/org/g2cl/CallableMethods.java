package org.g2cl;

import static java.util.stream.Collectors.joining;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Methods of a server object that {@link RemoteCallable} opens, by signature. A first parameter for
 * the caller's address is not part of the signature.
 */
final class CallableMethods {
  private final boolean anyType;
  private final Map<String, Method> bySignature = new HashMap<>();
  private final BoundTypes bound = new BoundTypes();

  /**
   * Creates a table of the methods of that type.
   *
   * @param anyType whether parameters may have types without a form of their own
   * @throws IllegalArgumentException when a parameter type cannot be sent, or two methods cannot be
   *     told apart
   */
  CallableMethods(Class<?> type, boolean anyType) {
    this.anyType = anyType;
    collect(type);
  }

  Method find(String signature) {
    return bySignature.get(signature);
  }

  private void collect(Class<?> type) {
    if (type == null || type == Object.class) {
      return;
    }
    boolean all = type.isAnnotationPresent(RemoteCallable.class);
    for (Method method : type.getDeclaredMethods()) {
      if (eligible(method) && (all || method.isAnnotationPresent(RemoteCallable.class))) {
        method.setAccessible(true); // the declaring class may be package-private
        String signature = Calls.signature(method.getName(), sentTypes(method), anyType);
        Method known = bySignature.putIfAbsent(signature, method);
        if (known != null && !known.equals(method)) {
          checkOverrides(known, method);
        }
      }
    }
    bound.bind(type.getGenericSuperclass());
    collect(type.getSuperclass());
    for (Type implemented : type.getGenericInterfaces()) {
      bound.bind(implemented);
    }
    for (Class<?> implemented : type.getInterfaces()) {
      collect(implemented);
    }
  }

  /** Sees to it that of two methods with the same signature the first overrides the other. */
  private void checkOverrides(Method known, Method inherited) {
    if (takesCaller(known) != takesCaller(inherited)) {
      throw new IllegalArgumentException(
          "methods %s and %s differ in the caller's address alone, which callers leave out; give one another name"
              .formatted(known, inherited));
    }
    if (known.getDeclaringClass() == inherited.getDeclaringClass()
        || !bound.parameters(known).equals(bound.parameters(inherited))) {
      throw new IllegalArgumentException(
          "methods %s and %s differ alone in types that only the codec sends, which are alike to callers; give one another name"
              .formatted(known, inherited));
    }
  }

  private static Class<?>[] sentTypes(Method method) {
    Class<?>[] types = method.getParameterTypes();
    return takesCaller(method) ? Arrays.copyOfRange(types, 1, types.length) : types;
  }

  static boolean takesCaller(Method method) {
    return method.getParameterCount() > 0 && method.getParameterTypes()[0] == SocketAddress.class;
  }

  private static boolean eligible(Method method) {
    int modifiers = method.getModifiers();
    return Modifier.isPublic(modifiers) && !Modifier.isStatic(modifiers) && !method.isSynthetic();
  }

  /** Name and types of a method as its callers give them. */
  static String readable(Method method) {
    return Arrays.stream(sentTypes(method))
        .map(Class::getSimpleName)
        .collect(joining(", ", method.getName() + "(", ")"));
  }

  @Override
  public String toString() {
    return bySignature.values().stream()
        .map(CallableMethods::readable)
        .sorted()
        .toList()
        .toString();
  }
}
