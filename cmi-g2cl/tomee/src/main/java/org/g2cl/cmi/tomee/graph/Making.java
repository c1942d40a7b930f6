package org.g2cl.cmi.tomee.graph;

import java.io.Externalizable;
import java.io.InvalidClassException;
import java.io.Serializable;
import java.lang.reflect.Modifier;

/**
 * Whether objects of a serializable class can be made when they are read, which Java serialization
 * asks only then. Thread-safe.
 */
public final class Making {
  private static final ClassValue<String> OBSTACLES =
      new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
          return find(type);
        }
      };

  private Making() {}

  /**
   * Why no object can be made of a class that can be written, to follow the word "is"; empty when
   * one can.
   */
  public static String obstacle(Class<?> type) {
    return OBSTACLES.get(type);
  }

  private static String find(Class<?> type) {
    if (!Serializable.class.isAssignableFrom(type)
        || type.isInterface()
        || type.isArray()
        || type.isRecord()
        || Enum.class.isAssignableFrom(type)) {
      return "";
    }
    return Externalizable.class.isAssignableFrom(type) ? ofExternalizable(type) : of(type);
  }

  private static String ofExternalizable(Class<?> type) {
    try {
      if (Modifier.isPublic(type.getDeclaredConstructor().getModifiers())) {
        return "";
      }
    } catch (NoSuchMethodException e) {
      // as one that is not public
    }
    return "one that can be written and not read: it is Externalizable without a public constructor"
        + " without parameters; give it one";
  }

  private static String of(Class<?> type) {
    try {
      Maker.ofSerializable(type);
      return "";
    } catch (InvalidClassException e) {
      String base = firstThatIsNotSerializable(type).getName();
      return ("one that can be written and not read: its superclass %s, which is not serializable,"
              + " has no constructor without parameters that it can call; give it one, or make it"
              + " serializable")
          .formatted(base);
    }
  }

  private static Class<?> firstThatIsNotSerializable(Class<?> type) {
    Class<?> base = type;
    while (Serializable.class.isAssignableFrom(base)) {
      base = base.getSuperclass();
    }
    return base;
  }
}
