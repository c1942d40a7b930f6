package org.g2cl;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Write to a {@link ReplicatedHashMap} as it crosses: operation, then fields, each with its length.
 *
 * @param fields key and values; of PUT_ALL key, value, key, value and so on
 */
record MapWrite(Operation operation, List<byte[]> fields) {
  /** Kinds of writes; each crosses as its number. */
  enum Operation {
    PUT(1, 2, false),
    PUT_IF_ABSENT(2, 2, true),
    REPLACE(3, 2, true),
    REPLACE_IF_EQUAL(4, 3, true),
    REMOVE(5, 1, false),
    REMOVE_IF_EQUAL(6, 2, true),
    /** Has any even number of fields. */
    PUT_ALL(7, -1, false),
    CLEAR(8, 0, false);

    private final int code;
    private final int fields;
    private final boolean conditional;

    Operation(int code, int fields, boolean conditional) {
      this.code = code;
      this.fields = fields;
      this.conditional = conditional;
    }

    private boolean takes(int count) {
      return fields < 0 ? count % 2 == 0 : count == fields;
    }

    private static Operation of(int code) throws MalformedFrameException {
      for (Operation operation : values()) {
        if (operation.code == code) {
          return operation;
        }
      }
      throw new MalformedFrameException("unknown write " + code);
    }
  }

  /** Whether what is there decides what it does; the copy of one member cannot tell. */
  boolean isConditional() {
    return operation.conditional;
  }

  /** Whether it is applied only where its first value is there. */
  boolean ifEqual() {
    return operation == Operation.REPLACE_IF_EQUAL || operation == Operation.REMOVE_IF_EQUAL;
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
    bytes[0] = (byte) operation.code;
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
    Operation operation = Operation.of(source.get());
    List<byte[]> fields = new ArrayList<>();
    while (source.hasRemaining()) {
      byte[] field = new byte[Varint.readLength(source)];
      source.get(field);
      fields.add(field);
    }
    if (!operation.takes(fields.size())) {
      throw new MalformedFrameException(
          "write %s with %d fields".formatted(operation, fields.size()));
    }
    return new MapWrite(operation, fields);
  }
}
