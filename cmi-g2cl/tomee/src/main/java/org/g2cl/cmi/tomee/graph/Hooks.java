package org.g2cl.cmi.tomee.graph;

import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;

/** Methods and fields by which a class makes its serial form its own business. */
final class Hooks {
  private Hooks() {}

  /** Name of one that objects of the class have. */
  static Optional<String> of(Class<?> type) {
    if (Externalizable.class.isAssignableFrom(type)) {
      return Optional.of("writeExternal");
    }
    Optional<String> found = Optional.empty();
    for (Class<?> c = type; c != null && found.isEmpty(); c = c.getSuperclass()) {
      found = replacement(c);
      if (found.isEmpty() && Serializable.class.isAssignableFrom(c)) {
        found = ownForm(c);
      }
    }
    return found;
  }

  private static Optional<String> replacement(Class<?> type) {
    return first(type, "writeReplace").or(() -> first(type, "readResolve"));
  }

  private static Optional<String> ownForm(Class<?> type) {
    boolean namesFields =
        Arrays.stream(type.getDeclaredFields())
            .anyMatch(
                field ->
                    Modifier.isStatic(field.getModifiers())
                        && field.getName().equals("serialPersistentFields"));
    return namesFields
        ? Optional.of("serialPersistentFields")
        : first(type, "writeObject", ObjectOutputStream.class)
            .or(() -> first(type, "readObject", ObjectInputStream.class))
            .or(() -> first(type, "readObjectNoData"));
  }

  private static Optional<String> first(Class<?> type, String name, Class<?>... parameters) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> method.getName().equals(name))
        .filter(method -> Arrays.equals(method.getParameterTypes(), parameters))
        .findAny()
        .map(method -> name);
  }
}
