package org.g2cl;

import java.nio.ByteBuffer;

/**
 * Unsigned numbers below 2^63 in 7 bits a byte, lowest first; the top bit says that more follow.
 */
final class Varint {
  static final int MAX_LENGTH = 9;

  private Varint() {}

  static int length(long value) {
    int length = 1;
    for (long rest = value >>> 7; rest != 0; rest >>>= 7) {
      length++;
    }
    return length;
  }

  /** Writes from the index on and answers the index after it. */
  static int write(byte[] target, int index, long value) {
    int at = index;
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      target[at++] = (byte) ((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    target[at++] = (byte) rest;
    return at;
  }

  static long read(ByteBuffer source) throws MalformedFrameException {
    long value = 0;
    for (int shift = 0; shift < 7 * MAX_LENGTH; shift += 7) {
      if (!source.hasRemaining()) {
        throw new MalformedFrameException("truncated number");
      }
      byte next = source.get();
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new MalformedFrameException("number longer than " + MAX_LENGTH + " bytes");
  }

  /** Reads a length and checks that so many bytes are there. */
  static int readLength(ByteBuffer source) throws MalformedFrameException {
    long length = read(source);
    if (length > source.remaining()) {
      throw new MalformedFrameException(
          "length " + length + ", but " + source.remaining() + " bytes are left");
    }
    return (int) length;
  }
}
