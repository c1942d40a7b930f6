package org.g2cl.cmi.tomee.graph;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * Field of a class, or component of a record.
 *
 * @param kind first letter of the type's descriptor: {@code I} for int; {@code L} for all that are
 *     not primitive
 * @param field access to it; by reflection, which reaches final fields of classes, and private
 *     components of records for reading, without methods of the JDK that are going away
 */
record Slot(char kind, String name, Field field) {
  static final char REFERENCE = 'L';

  static Slot of(Field field) {
    return new Slot(kind(field.getType()), field.getName(), field);
  }

  /**
   * Tells whether what it leads to never changes once the object has been made: a final field with
   * a value, or with a text.
   */
  boolean isFixed() {
    Class<?> type = field.getType();
    return Modifier.isFinal(field.getModifiers())
        && (type.isPrimitive() || type == String.class || Primitives.BOXES.contains(type));
  }

  static char kind(Class<?> type) {
    return type.isPrimitive() ? type.descriptorString().charAt(0) : REFERENCE;
  }
}
