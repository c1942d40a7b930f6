package org.g2cl;

import java.lang.reflect.Method;
import java.util.Objects;

/**
 * Call of a method of the server objects: its name and parameter types, or its id, and arguments.
 * Arguments are {@code byte[]}, {@code String}, boxed primitives or null.
 */
public final class MethodCall {
  private final String methodName;
  private final Class<?>[] types;
  private final short methodId;
  private final Object[] args;

  /**
   * Creates a call by name.
   *
   * @throws IllegalArgumentException when there are not as many types as arguments
   */
  public MethodCall(String methodName, Object[] args, Class<?>[] types) {
    this.methodName = Objects.requireNonNull(methodName, "methodName");
    this.args = args == null ? new Object[0] : args.clone();
    this.types = types == null ? new Class<?>[0] : types.clone();
    this.methodId = -1;
    if (this.args.length != this.types.length) {
      throw new IllegalArgumentException(
          "call of %s has %d arguments but %d parameter types"
              .formatted(methodName, this.args.length, this.types.length));
    }
  }

  /** Creates a call by name of that method. */
  public MethodCall(Method method, Object... args) {
    this(method.getName(), args, method.getParameterTypes());
  }

  /**
   * Creates a call by id, see {@link MethodLookup}; null for no arguments.
   *
   * @throws IllegalArgumentException when the id is negative
   */
  public MethodCall(short methodId, Object... args) {
    if (methodId < 0) {
      throw new IllegalArgumentException("method id is " + methodId + ", must not be negative");
    }
    this.methodName = null;
    this.types = null;
    this.methodId = methodId;
    this.args = args == null ? new Object[0] : args.clone();
  }

  /** Whether the method is named by its id. */
  public boolean useIds() {
    return methodName == null;
  }

  /** Name of the method, or null when it is called by id. */
  public String getMethodName() {
    return methodName;
  }

  /** Id of the method, or -1 when it is called by name. */
  public short getMethodId() {
    return methodId;
  }

  /** Arguments, a copy. */
  public Object[] getArgs() {
    return args.clone();
  }

  Class<?>[] types() {
    return types;
  }

  Object[] args() {
    return args;
  }

  @Override
  public String toString() {
    return "MethodCall["
        + (useIds() ? "id " + methodId : methodName)
        + ", "
        + args.length
        + " args]";
  }
}
