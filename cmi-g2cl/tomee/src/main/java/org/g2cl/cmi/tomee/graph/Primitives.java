package org.g2cl.cmi.tomee.graph;

import java.util.List;

/** Boxed primitive values, which have no identity here, and arrays of primitive values. */
final class Primitives {
  static final List<Class<?>> BOXES =
      List.of(
          Boolean.class,
          Byte.class,
          Short.class,
          Character.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class);

  static final List<Class<?>> ARRAYS =
      List.of(
          boolean[].class,
          byte[].class,
          short[].class,
          char[].class,
          int[].class,
          long[].class,
          float[].class,
          double[].class);

  private Primitives() {}

  /** One of {@link #BOXES}. */
  static final class Box extends Plan {
    Box(Class<?> type) {
      super(type);
    }

    @Override
    void write(GraphOutput out, Object object) throws UnsupportedGraphException {
      if (object instanceof Boolean bool) {
        out.writeByte(bool ? Tag.TRUE : Tag.FALSE);
      } else if (object instanceof Character character) {
        out.writeByte(Tag.CHAR);
        out.shortNumber(character);
      } else {
        number(out, (Number) object);
      }
    }

    private static void number(GraphOutput out, Number number) throws UnsupportedGraphException {
      if (number instanceof Integer) {
        out.writeByte(Tag.INT);
        out.intNumber(number.intValue());
      } else if (number instanceof Long) {
        out.writeByte(Tag.LONG);
        out.longNumber(number.longValue());
      } else if (number instanceof Double) {
        out.writeByte(Tag.DOUBLE);
        out.longNumber(Double.doubleToRawLongBits(number.doubleValue()));
      } else if (number instanceof Float) {
        out.writeByte(Tag.FLOAT);
        out.intNumber(Float.floatToRawIntBits(number.floatValue()));
      } else if (number instanceof Short) {
        out.writeByte(Tag.SHORT);
        out.shortNumber(number.shortValue());
      } else {
        out.writeByte(Tag.BYTE);
        out.writeByte(number.byteValue());
      }
    }
  }

  /** One of {@link #ARRAYS}. */
  static final class Array extends Plan {
    private final byte tag;

    Array(Class<?> type) {
      super(type);
      this.tag = (byte) (Tag.BOOLEANS + ARRAYS.indexOf(type));
    }

    @Override
    void write(GraphOutput out, Object array) throws UnsupportedGraphException {
      if (!out.again(array)) {
        int length = java.lang.reflect.Array.getLength(array);
        out.writeByte(tag);
        out.length(length);
        content(out, array);
      }
    }

    private void content(GraphOutput out, Object array) throws UnsupportedGraphException {
      switch (tag) {
        case Tag.BOOLEANS -> {
          for (boolean value : (boolean[]) array) {
            out.writeByte(value ? 1 : 0);
          }
        }
        case Tag.BYTES -> out.raw((byte[]) array);
        case Tag.SHORTS -> {
          for (short value : (short[]) array) {
            out.shortNumber(value);
          }
        }
        case Tag.CHARS -> {
          for (char value : (char[]) array) {
            out.shortNumber(value);
          }
        }
        case Tag.INTS -> {
          for (int value : (int[]) array) {
            out.intNumber(value);
          }
        }
        case Tag.LONGS -> {
          for (long value : (long[]) array) {
            out.longNumber(value);
          }
        }
        case Tag.FLOATS -> {
          for (float value : (float[]) array) {
            out.intNumber(Float.floatToRawIntBits(value));
          }
        }
        default -> {
          for (double value : (double[]) array) {
            out.longNumber(Double.doubleToRawLongBits(value));
          }
        }
      }
    }
  }
}
