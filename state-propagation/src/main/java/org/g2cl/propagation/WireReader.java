package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/** Reader of the format of {@link WireWriter}; allocates no more than the frame holds. */
final class WireReader {
  private static final int MAX_TEXT = 1024;

  private final ByteBuffer buffer;
  private String first;

  WireReader(ByteBuffer frame) {
    buffer = frame;
  }

  /** Tells whether the frame goes on, as those of later releases may. */
  boolean hasMore() {
    return buffer.hasRemaining();
  }

  int u8() throws MalformedFrameException {
    return need(1).get() & 0xff;
  }

  int i32() throws MalformedFrameException {
    return need(Integer.BYTES).getInt();
  }

  long i64() throws MalformedFrameException {
    return need(Long.BYTES).getLong();
  }

  boolean flag() throws MalformedFrameException {
    int value = u8();
    if (value > 1) {
      throw new MalformedFrameException("flag has value %d; allowed are 0 and 1".formatted(value));
    }
    return value == 1;
  }

  /** Reads a number that counts or measures, so that it cannot be negative. */
  long count() throws MalformedFrameException {
    long value = i64();
    if (value < 0) {
      throw new MalformedFrameException("number %d is negative".formatted(value));
    }
    return value;
  }

  Stamp stamp() throws MalformedFrameException {
    return new Stamp(count(), count());
  }

  /**
   * Reads a text. The first one of a frame stands for all that are equal to it: a session is called
   * as the request that created it, whose reply each copy holds.
   */
  String text() throws MalformedFrameException {
    byte[] bytes = bytes();
    if (bytes == null || bytes.length > MAX_TEXT) {
      throw new MalformedFrameException(
          "text has %d bytes; allowed are 0 to %d"
              .formatted(bytes == null ? WireWriter.ABSENT : bytes.length, MAX_TEXT));
    }
    String text = new String(bytes, UTF_8);
    if (first == null) {
      first = text;
    }
    return text.equals(first) ? first : text;
  }

  /** Reads bytes that may be null. */
  byte[] bytes() throws MalformedFrameException {
    int length = need(Integer.BYTES).getInt();
    if (length == WireWriter.ABSENT) {
      return null;
    }
    if (length < 0) {
      throw new MalformedFrameException("length %d is negative".formatted(length));
    }
    need(length);
    byte[] bytes = new byte[length];
    buffer.get(bytes);
    return bytes;
  }

  /** Reads bytes that must not be null. */
  byte[] someBytes() throws MalformedFrameException {
    byte[] bytes = bytes();
    if (bytes == null) {
      throw new MalformedFrameException("bytes are absent where the format wants some");
    }
    return bytes;
  }

  private ByteBuffer need(int size) throws MalformedFrameException {
    if (buffer.remaining() < size) {
      throw new MalformedFrameException(
          "frame ends after %d bytes; %d more were expected".formatted(buffer.limit(), size));
    }
    return buffer;
  }
}
