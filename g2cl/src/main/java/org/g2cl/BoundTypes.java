package org.g2cl;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the type variables of the classes and interfaces above a class stand for there: by that an
 * override of {@code put(T)} is told from an overload.
 */
final class BoundTypes {
  private final Map<TypeVariable<?>, Type> bound = new HashMap<>();

  /** Takes what a class says of the one above it. */
  void bind(Type above) {
    if (above instanceof ParameterizedType parameterized) {
      TypeVariable<?>[] variables = raw(parameterized).getTypeParameters();
      for (int i = 0; i < variables.length; i++) {
        bound.put(variables[i], parameterized.getActualTypeArguments()[i]);
      }
    }
  }

  /** Types that the parameters of a method have. */
  List<Class<?>> parameters(Method method) {
    return Arrays.stream(method.getGenericParameterTypes()).<Class<?>>map(this::erased).toList();
  }

  private Class<?> erased(Type type) {
    if (type instanceof TypeVariable<?> variable) {
      return erased(bound.getOrDefault(variable, variable.getBounds()[0]));
    }
    if (type instanceof WildcardType wildcard) {
      return erased(wildcard.getUpperBounds()[0]);
    }
    if (type instanceof GenericArrayType array) {
      return Array.newInstance(erased(array.getGenericComponentType()), 0).getClass();
    }
    return type instanceof ParameterizedType parameterized ? raw(parameterized) : (Class<?>) type;
  }

  private static Class<?> raw(ParameterizedType type) {
    return (Class<?>) type.getRawType();
  }
}
