package org.g2cl.cmi.tomee;

import java.io.ObjectStreamClass;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * Which {@code serialVersionUID} of a stream fits a class that is here.
 *
 * <p>Where the class declares none, the JDK computes one of all its members, so that a class with
 * one method more could not read what the version before has written, and a rolling upgrade would
 * lose its sessions. Such a class takes any; its fields are matched by name. A declared one is kept
 * to.
 */
final class ClassVersions {
  private static final ClassValue<Boolean> DECLARES =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return declares(type);
        }
      };

  private ClassVersions() {}

  static long fitting(Class<?> type, long inStream) {
    ObjectStreamClass here = ObjectStreamClass.lookup(type);
    return here == null || type.isArray() || type.isEnum() || DECLARES.get(type)
        ? inStream
        : here.getSerialVersionUID();
  }

  private static boolean declares(Class<?> type) {
    for (Field field : type.getDeclaredFields()) {
      if (field.getName().equals("serialVersionUID") && Modifier.isStatic(field.getModifiers())) {
        return true;
      }
    }
    return false;
  }
}
