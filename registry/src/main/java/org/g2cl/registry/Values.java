package org.g2cl.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Form of values: a letter for the type, then the bytes. */
final class Values {
  static final int MAX_BYTES = 1024 * 1024;

  private Values() {}

  static byte[] write(Object value) {
    byte[] form = form(value);
    if (form.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "value has %d bytes, at most %d are allowed".formatted(form.length, MAX_BYTES));
    }
    return form;
  }

  private static byte[] form(Object value) {
    if (value instanceof byte[] bytes) {
      return typed('B', bytes);
    } else if (value instanceof String text) {
      return typed('S', text.getBytes(UTF_8));
    } else if (value instanceof Integer number) {
      return typed('I', ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    } else if (value instanceof Long number) {
      return typed('J', ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    } else if (value instanceof Short number) {
      return typed('H', ByteBuffer.allocate(Short.BYTES).putShort(number).array());
    } else if (value instanceof Byte number) {
      return typed('Y', new byte[] {number});
    } else if (value instanceof Character letter) {
      return typed('C', ByteBuffer.allocate(Character.BYTES).putChar(letter).array());
    } else if (value instanceof Boolean flag) {
      return typed('Z', new byte[] {(byte) (flag ? 1 : 0)});
    } else if (value instanceof Double number) {
      return typed('D', ByteBuffer.allocate(Double.BYTES).putDouble(number).array());
    } else if (value instanceof Float number) {
      return typed('F', ByteBuffer.allocate(Float.BYTES).putFloat(number).array());
    }
    throw new IllegalArgumentException(
        "value %s cannot be bound; use byte[], String or a boxed primitive"
            .formatted(value == null ? "null" : "of type " + value.getClass().getName()));
  }

  private static byte[] typed(char type, byte[] bytes) {
    byte[] form = new byte[bytes.length + 1];
    form[0] = (byte) type;
    System.arraycopy(bytes, 0, form, 1, bytes.length);
    return form;
  }

  /** Checks a value that another member has written, of whatever type it is. */
  static void check(String name, byte[] form) {
    if (form == null) {
      throw new IllegalArgumentException(
          "name '%s': value is null; a value has a type at least".formatted(name));
    }
    if (form.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "name '%s': value has %d bytes, at most %d are allowed"
              .formatted(name, form.length, MAX_BYTES));
    }
  }

  /** Value, or an {@link UnknownValue}. */
  static Object read(byte[] form) {
    if (form.length == 0) {
      return new UnknownValue(form);
    }
    try {
      return readKnown(form);
    } catch (BufferUnderflowException e) { // cut off
      return new UnknownValue(form);
    }
  }

  private static Object readKnown(byte[] form) {
    ByteBuffer bytes = ByteBuffer.wrap(form, 1, form.length - 1);
    return switch (form[0]) {
      case 'B' -> Arrays.copyOfRange(form, 1, form.length);
      case 'S' -> new String(form, 1, form.length - 1, UTF_8);
      case 'I' -> bytes.getInt();
      case 'J' -> bytes.getLong();
      case 'H' -> bytes.getShort();
      case 'Y' -> bytes.get();
      case 'C' -> bytes.getChar();
      case 'Z' -> bytes.get() != 0;
      case 'D' -> bytes.getDouble();
      case 'F' -> bytes.getFloat();
      default -> new UnknownValue(form);
    };
  }
}
