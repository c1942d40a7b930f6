package org.g2cl.cmi.tomee.graph;

import java.io.InvalidClassException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;

/**
 * Makes objects as deserialization does: no code of a serializable class runs, the constructor
 * without parameters of its first superclass that is not serializable does; of a plain root none.
 * By reflection, since the compiler warns of each use of {@code sun.reflect}; checked with JDK 17.
 */
final class Maker {
  private final Constructor<?> constructor;

  private Maker(Constructor<?> constructor) {
    this.constructor = constructor;
  }

  static Maker ofSerializable(Class<?> type) throws InvalidClassException {
    return of(type, "newConstructorForSerialization", new Class<?>[] {Class.class}, type);
  }

  static Maker ofPlain(Class<?> type) throws InvalidClassException {
    try {
      return of(
          type,
          "newConstructorForSerialization",
          new Class<?>[] {Class.class, Constructor.class},
          type,
          Object.class.getDeclaredConstructor());
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Maker of(Class<?> type, String name, Class<?>[] parameters, Object... arguments)
      throws InvalidClassException {
    Object constructor;
    try {
      Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
      Method method = factory.getMethod(name, parameters);
      constructor =
          method.invoke(factory.getMethod("getReflectionFactory").invoke(null), arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    if (constructor == null) {
      throw new InvalidClassException(type.getName(), "no valid constructor");
    }
    return new Maker((Constructor<?>) constructor);
  }

  Object make() throws InvalidClassException {
    try {
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw failure(constructor.getDeclaringClass(), e);
    }
  }

  static InvalidClassException failure(Class<?> type, ReflectiveOperationException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    var failure = new InvalidClassException(type.getName(), "no object can be made: " + cause);
    failure.initCause(cause);
    return failure;
  }
}
