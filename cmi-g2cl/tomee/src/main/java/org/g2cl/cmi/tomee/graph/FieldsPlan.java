package org.g2cl.cmi.tomee.graph;

import java.lang.reflect.Field;
import java.util.List;

/** Objects, plain roots and records: class and fields. */
final class FieldsPlan extends Plan {
  private final byte tag;
  private final Description description;
  private final Field[] fields;
  private final char[] kinds;

  /** Whether an object's content never changes. */
  private final boolean fixed;

  FieldsPlan(Class<?> type, byte tag, Description description, List<Level> levels) {
    super(type);
    this.tag = tag;
    this.description = description;
    List<Slot> slots = levels.stream().flatMap(level -> level.slots().stream()).toList();
    this.fields = slots.stream().map(Slot::field).toArray(Field[]::new);
    this.kinds = new char[fields.length];
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = slots.get(i).kind();
    }
    this.fixed = tag != Tag.PLAIN && slots.stream().allMatch(Slot::isFixed);
  }

  int typeId() {
    return description.id();
  }

  /** A record has no identity while it is being read, for it is made of its components. */
  @Override
  void write(GraphOutput out, Object object) throws UnsupportedGraphException {
    if (fixed) {
      out.fixed(this, object, tag == Tag.RECORD);
    } else if (tag == Tag.RECORD) {
      int place = out.againOrLater(object);
      if (place != GraphOutput.AGAIN) {
        content(out, object);
        out.mention(place);
      }
    } else if (!out.again(object)) {
      if (tag == Tag.PLAIN && !out.isPlainRoot(object)) {
        throw UnsupportedGraphException.of(type, "is not serializable");
      }
      content(out, object);
    }
  }

  void content(GraphOutput out, Object object) throws UnsupportedGraphException {
    out.writeByte(tag);
    out.type(description);
    try {
      for (int i = 0; i < kinds.length; i++) {
        write(out, object, fields[i], kinds[i]);
      }
    } catch (IllegalAccessException e) {
      throw UnsupportedGraphException.of(type, "cannot be looked into");
    }
  }

  private static void write(GraphOutput out, Object object, Field field, char kind)
      throws UnsupportedGraphException, IllegalAccessException {
    switch (kind) {
      case 'I' -> out.intNumber(field.getInt(object));
      case 'J' -> out.longNumber(field.getLong(object));
      case 'Z' -> out.writeByte(field.getBoolean(object) ? 1 : 0);
      case 'B' -> out.writeByte(field.getByte(object));
      case 'S' -> out.shortNumber(field.getShort(object));
      case 'C' -> out.shortNumber(field.getChar(object));
      case 'F' -> out.intNumber(Float.floatToRawIntBits(field.getFloat(object)));
      case 'D' -> out.longNumber(Double.doubleToRawLongBits(field.getDouble(object)));
      default -> out.writeObject(field.get(object));
    }
  }
}
