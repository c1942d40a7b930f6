package org.g2cl.cmi.tomee.graph;

import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * One class of an object's chain of superclasses, as far as it is serialized.
 *
 * @param version its {@code serialVersionUID}, 0 where that plays no part
 * @param slots its fields, primitive ones first, by name
 */
record Level(Class<?> type, long version, List<Slot> slots) {
  private static final Comparator<Slot> ORDER =
      Comparator.comparing((Slot slot) -> slot.kind() == Slot.REFERENCE).thenComparing(Slot::name);

  /** Levels of a serializable class, from the top. */
  static List<Level> ofSerializable(Class<?> type) throws UnsupportedGraphException {
    var levels = new ArrayList<Level>();
    for (Class<?> c = type; c != null && Serializable.class.isAssignableFrom(c); ) {
      ObjectStreamClass java = ObjectStreamClass.lookup(c);
      levels.add(0, new Level(c, java.getSerialVersionUID(), slots(c)));
      c = c.getSuperclass();
    }
    return levels;
  }

  /** All levels of a class but {@link Object}, from the top. */
  static List<Level> ofPlain(Class<?> type) throws UnsupportedGraphException {
    var levels = new ArrayList<Level>();
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      levels.add(0, new Level(c, 0, slots(c)));
    }
    return levels;
  }

  private static List<Slot> slots(Class<?> type) throws UnsupportedGraphException {
    var slots = new ArrayList<Slot>();
    for (Field field : type.getDeclaredFields()) {
      if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
        slots.add(Slot.of(accessible(field)));
      }
    }
    slots.sort(ORDER);
    return slots;
  }

  private static Field accessible(Field field) throws UnsupportedGraphException {
    try {
      field.setAccessible(true);
      return field;
    } catch (InaccessibleObjectException e) {
      throw UnsupportedGraphException.of(field.getDeclaringClass(), "hides " + field.getName());
    }
  }
}
