package org.g2cl;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Write to a {@link ReplicatedHashMap} as it crosses: operation, then fields, each with its length.
 *
 * @param operation one of the constants of this class
 * @param fields key and values; of PUT_ALL key, value, key, value and so on
 */
record MapWrite(int operation, List<byte[]> fields) {
  static final int PUT = 1;
  static final int PUT_IF_ABSENT = 2;
  static final int REPLACE = 3;
  static final int REPLACE_IF_EQUAL = 4;
  static final int REMOVE = 5;
  static final int REMOVE_IF_EQUAL = 6;
  static final int PUT_ALL = 7;
  static final int CLEAR = 8;

  /** Number of fields by operation; -1 for any even number. */
  private static final int[] FIELDS = {0, 2, 2, 2, 3, 1, 2, -1, 0};

  /** Whether it is applied only where its first value is there. */
  boolean ifEqual() {
    return operation == REPLACE_IF_EQUAL || operation == REMOVE_IF_EQUAL;
  }

  byte[] key() {
    return fields.get(0);
  }

  byte[] value(int index) {
    return fields.get(1 + index);
  }

  byte[] encode() {
    int size = 1;
    for (byte[] field : fields) {
      size += Varint.length(field.length) + field.length;
    }
    byte[] bytes = new byte[size];
    bytes[0] = (byte) operation;
    int at = 1;
    for (byte[] field : fields) {
      at = Varint.write(bytes, at, field.length);
      System.arraycopy(field, 0, bytes, at, field.length);
      at += field.length;
    }
    return bytes;
  }

  static MapWrite decode(ByteBuffer source) throws MalformedFrameException {
    if (!source.hasRemaining()) {
      throw new MalformedFrameException("empty write");
    }
    int operation = source.get();
    if (operation < PUT || operation > CLEAR) {
      throw new MalformedFrameException("unknown write " + operation);
    }
    List<byte[]> fields = new ArrayList<>();
    while (source.hasRemaining()) {
      byte[] field = new byte[Varint.readLength(source)];
      source.get(field);
      fields.add(field);
    }
    int expected = FIELDS[operation];
    if (expected < 0 ? fields.size() % 2 != 0 : fields.size() != expected) {
      throw new MalformedFrameException(
          "write %d with %d fields".formatted(operation, fields.size()));
    }
    return new MapWrite(operation, fields);
  }
}
