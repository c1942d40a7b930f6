package org.g2cl.cmi.tomee.graph;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a graph tells of a class where it meets it first.
 *
 * @param id number of the class, the same in all graphs of one {@link GraphFormat}
 * @param bytes kind, name, and for objects and records the fields
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
record Description(int id, byte[] bytes) {
  /** A class named without fields: an enum or an array. */
  static final byte NAMED = 0;

  static final byte OBJECT = 1;
  static final byte PLAIN = 2;
  static final byte RECORD = 3;

  static Description named(int id, Class<?> type) {
    return new Description(id, Form.of(NAMED, type.getName()).toBytes());
  }

  static Description of(int id, byte kind, Class<?> type, List<Level> levels) {
    Form form = Form.of(kind, type.getName());
    form.number(levels.size());
    for (Level level : levels) {
      form.text(level.type().getName());
      form.number(level.version());
      form.number(level.slots().size());
      for (Slot slot : level.slots()) {
        form.number(slot.kind());
        form.text(slot.name());
      }
    }
    return new Description(id, form.toBytes());
  }

  /** Bytes of a description. */
  private static final class Form {
    private ByteBuffer buffer = ByteBuffer.allocate(1 << 10);

    static Form of(byte kind, String name) {
      Form form = new Form();
      form.buffer.put(kind);
      form.text(name);
      return form;
    }

    private void room(int size) {
      if (buffer.remaining() < size) {
        buffer = ByteBuffer.allocate(buffer.capacity() * 2 + size).put(buffer.flip());
      }
    }

    void number(long value) {
      room(Long.BYTES);
      buffer.putLong(value);
    }

    void number(int value) {
      room(Short.BYTES);
      buffer.putShort((short) value);
    }

    void text(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      room(Short.BYTES + bytes.length);
      number(bytes.length);
      buffer.put(bytes);
    }

    byte[] toBytes() {
      byte[] bytes = new byte[buffer.flip().remaining()];
      buffer.get(bytes);
      return bytes;
    }
  }
}
