package org.g2cl.cmi.tomee;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Serializable classes that the state and the replies of a bean can be seen to consist of at its
 * deployment: the types of the fields, and what its business methods return and throw, with their
 * type arguments and the permitted classes of sealed types, and so on for the fields of those.
 */
final class StateClasses {
  private final Set<Class<?>> seen = new HashSet<>();
  private final Set<Class<?>> found = new HashSet<>();
  private final Deque<Class<?>> toDo = new ArrayDeque<>();

  private StateClasses() {}

  /**
   * Classes seen from those of the application.
   *
   * @param application bean, interceptors and business interfaces
   */
  static Set<Class<?>> of(Collection<Class<?>> application) {
    var classes = new StateClasses();
    application.forEach(classes::begin);
    while (!classes.toDo.isEmpty()) {
      classes.look(classes.toDo.poll());
    }
    return classes.found;
  }

  private void begin(Class<?> type) {
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      lookAtFields(c);
    }
    if (type.isInterface()) {
      for (Method method : type.getMethods()) {
        add(method.getGenericReturnType());
        for (Class<?> thrown : method.getExceptionTypes()) {
          add(thrown);
        }
      }
    }
  }

  private void look(Class<?> type) {
    if (type.isSealed()) {
      for (Class<?> permitted : type.getPermittedSubclasses()) {
        add(permitted);
      }
    }
    if (Serializable.class.isAssignableFrom(type)) {
      found.add(type);
      for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
        lookAtFields(c);
        if (!ClassAllowList.isOfPlatform(c) && seen.add(c)) {
          found.add(c);
        }
      }
    }
  }

  private void lookAtFields(Class<?> type) {
    if (ClassAllowList.isOfPlatform(type)) {
      return; // whose classes are allowed by name
    }
    for (Field field : type.getDeclaredFields()) {
      if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
        add(field.getGenericType());
      }
    }
  }

  private void add(Type type) {
    if (type instanceof Class<?> c) {
      Class<?> element = element(c);
      if (!element.isPrimitive() && !ClassAllowList.isOfPlatform(element) && seen.add(element)) {
        toDo.add(element);
      }
    } else if (type instanceof ParameterizedType generic) {
      add(generic.getRawType());
      for (Type argument : generic.getActualTypeArguments()) {
        add(argument);
      }
    } else if (type instanceof WildcardType wildcard) {
      for (Type bound : wildcard.getUpperBounds()) {
        add(bound);
      }
    } else if (type instanceof GenericArrayType array) {
      add(array.getGenericComponentType());
    }
  }

  private static Class<?> element(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    return element;
  }
}
