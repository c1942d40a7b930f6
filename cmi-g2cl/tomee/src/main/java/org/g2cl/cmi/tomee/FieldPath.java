package org.g2cl.cmi.tomee;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Search for the field through which an object of a class is reached; only for error messages,
 * after a serialization has failed.
 */
final class FieldPath {
  private static final int MOST_OBJECTS = 100_000;
  private static final String WRITTEN_LAMBDA = "java.lang.invoke.SerializedLambda";
  private static final String LAMBDA = "$$Lambda";

  private final String wanted;
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Step> open = new ArrayDeque<>();

  private FieldPath(String wanted) {
    this.wanted = wanted;
  }

  /**
   * Path such as {@code Cart.items[2].lock} from the root to the first object of that class or a
   * subclass; to the first serializable lambda when the class is the one that is written for them.
   */
  static Optional<String> to(String className, Object root) {
    return new FieldPath(className).search(root);
  }

  /** Whether this is the name of a lambda's class, or of the one that is written in its place. */
  static boolean isLambda(String className) {
    return className.equals(WRITTEN_LAMBDA) || className.contains(LAMBDA);
  }

  private Optional<String> search(Object root) {
    visit(root.getClass().getSimpleName(), root);
    while (!open.isEmpty() && seen.size() < MOST_OBJECTS) {
      Step step = open.removeFirst();
      if (isWanted(step.object().getClass())) {
        return Optional.of(step.path());
      }
      expand(step);
    }
    return Optional.empty();
  }

  private boolean isWanted(Class<?> type) {
    if (wanted.equals(WRITTEN_LAMBDA) && Serializable.class.isAssignableFrom(type)) {
      return type.isSynthetic() && type.getName().contains(LAMBDA);
    }
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (c.getName().equals(wanted)) {
        return true;
      }
    }
    return false;
  }

  private void expand(Step step) {
    Object object = step.object();
    if (object instanceof Object[] array) {
      expandElements(step.path(), Arrays.asList(array));
    } else if (object instanceof Iterable<?> elements) {
      expandElements(step.path(), elements);
    } else if (object instanceof Map<?, ?> map) {
      expandElements(step.path(), map.keySet());
      map.forEach((key, value) -> visit(step.path() + "[" + key + "]", value));
    } else {
      expandFields(step);
    }
  }

  private void expandElements(String path, Iterable<?> elements) {
    int index = 0;
    for (Object element : elements) {
      visit(path + "[" + index++ + "]", element);
    }
  }

  private void expandFields(Step step) {
    for (Class<?> c = step.object().getClass(); c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        int modifiers = field.getModifiers();
        if (!Modifier.isStatic(modifiers)
            && !Modifier.isTransient(modifiers)
            && !field.getType().isPrimitive()) {
          visitField(step, field);
        }
      }
    }
  }

  private void visitField(Step step, Field field) {
    try {
      field.setAccessible(true);
      visit(step.path() + "." + field.getName(), field.get(step.object()));
    } catch (InaccessibleObjectException | IllegalAccessException e) {
      // inside the JDK: nothing of the application's is below
    }
  }

  private void visit(String path, Object object) {
    if (object != null && seen.add(object)) {
      open.addLast(new Step(path, object));
    }
  }

  private record Step(String path, Object object) {}
}
