package org.g2cl;

import java.nio.ByteBuffer;

/**
 * Part of a message, or a whole one.
 *
 * @param id message of the sender that it belongs to
 * @param index place among the fragments
 * @param count number of fragments, 0 when it is a whole message
 * @param bytes its part of the message
 */
record Fragment(long id, int index, int count, ByteBuffer bytes) {
  /** Most fragments of a message that are taken. */
  static final int MAX_COUNT = 1 << 17;

  private static final int WHOLE = 0;
  private static final int PART = 1;

  static byte[] whole(byte[] payload) {
    byte[] frame = new byte[1 + payload.length];
    frame[0] = WHOLE;
    System.arraycopy(payload, 0, frame, 1, payload.length);
    return frame;
  }

  static byte[] part(long id, int index, int count, byte[] payload, int size) {
    int from = index * size;
    int length = Math.min(size, payload.length - from);
    int header = 1 + Varint.length(id) + Varint.length(index) + Varint.length(count);
    byte[] frame = new byte[header + length];
    frame[0] = PART;
    int at = Varint.write(frame, 1, id);
    at = Varint.write(frame, at, index);
    at = Varint.write(frame, at, count);
    System.arraycopy(payload, from, frame, at, length);
    return frame;
  }

  boolean isWhole() {
    return count == 0;
  }

  static Fragment read(ByteBuffer source) throws MalformedFrameException {
    if (!source.hasRemaining()) {
      throw new MalformedFrameException("empty frame, fragment byte is missing");
    }
    int kind = source.get();
    if (kind == WHOLE) {
      return new Fragment(0, 0, 0, source.slice());
    }
    if (kind != PART) {
      throw new MalformedFrameException("unknown kind of fragment " + kind);
    }
    long id = Varint.read(source);
    long index = Varint.read(source);
    long count = Varint.read(source);
    if (count < 2 || count > MAX_COUNT || index >= count) {
      throw new MalformedFrameException("fragment %d of %d".formatted(index, count));
    }
    return new Fragment(id, (int) index, (int) count, source.slice());
  }
}
