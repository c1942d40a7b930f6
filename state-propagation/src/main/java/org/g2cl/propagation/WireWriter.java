package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Writer of the fixed binary format of frames; big-endian, every variable part behind its length.
 */
final class WireWriter {
  /** Length that stands for null. */
  static final int ABSENT = -1;

  private ByteBuffer buffer;

  WireWriter(int sizeHint) {
    buffer = ByteBuffer.allocate(sizeHint);
  }

  WireWriter u8(int value) {
    room(1).put((byte) value);
    return this;
  }

  WireWriter i32(int value) {
    room(Integer.BYTES).putInt(value);
    return this;
  }

  WireWriter i64(long value) {
    room(Long.BYTES).putLong(value);
    return this;
  }

  WireWriter stamp(Stamp stamp) {
    return i64(stamp.epoch()).i64(stamp.version());
  }

  WireWriter text(String text) {
    return bytes(text.getBytes(UTF_8));
  }

  /** Writes the bytes, or {@link #ABSENT} for null. */
  WireWriter bytes(byte[] bytes) {
    if (bytes == null) {
      room(Integer.BYTES).putInt(ABSENT);
    } else {
      room(Integer.BYTES + bytes.length).putInt(bytes.length).put(bytes);
    }
    return this;
  }

  byte[] toBytes() {
    byte[] array = buffer.array();
    return buffer.hasRemaining() ? Arrays.copyOf(array, buffer.position()) : array;
  }

  private ByteBuffer room(int size) {
    if (buffer.remaining() < size) {
      int wanted = Math.max(buffer.capacity() * 2, Math.addExact(buffer.position(), size));
      buffer = ByteBuffer.allocate(wanted).put(buffer.flip());
    }
    return buffer;
  }
}
