package org.g2cl.cmi.tomee;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Short form of the commonest results, numbers and truth values: a code and the value, where a
 * serial stream would describe their classes. No code is the byte that a serial stream begins with.
 */
final class PlainValue {
  private static final byte INTEGER = 1;
  private static final byte LONG = 2;
  private static final byte BOOLEAN = 3;

  private PlainValue() {}

  /** Head and value, or null when the value has no short form. */
  static byte[] encode(byte[] head, Object value) {
    if (value instanceof Integer number) {
      return start(head, INTEGER, Integer.BYTES).putInt(number).array();
    } else if (value instanceof Long number) {
      return start(head, LONG, Long.BYTES).putLong(number).array();
    } else if (value instanceof Boolean truth) {
      return start(head, BOOLEAN, 1).put((byte) (truth ? 1 : 0)).array();
    }
    return null;
  }

  private static ByteBuffer start(byte[] head, byte code, int size) {
    byte[] bytes = Arrays.copyOf(head, head.length + 1 + size);
    return ByteBuffer.wrap(bytes).position(head.length).put(code);
  }

  /** Tells whether a short form begins there. */
  static boolean isAt(byte[] bytes, int at) {
    int size = bytes.length - at - 1;
    return switch (bytes[at]) {
      case INTEGER -> size == Integer.BYTES;
      case LONG -> size == Long.BYTES;
      case BOOLEAN -> size == 1;
      default -> false;
    };
  }

  static Object decode(byte[] bytes, int at) {
    ByteBuffer in = ByteBuffer.wrap(bytes).position(at);
    return switch (in.get()) {
      case INTEGER -> in.getInt();
      case LONG -> in.getLong();
      default -> in.get() != 0;
    };
  }
}
