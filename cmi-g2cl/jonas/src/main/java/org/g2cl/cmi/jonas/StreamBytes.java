package org.g2cl.cmi.jonas;

import java.io.ObjectStreamConstants;
import java.io.StreamCorruptedException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Bytes of an object stream, from front to back. Each method passes over what it gives, and throws
 * {@link BufferUnderflowException} when the stream ends before. Not thread-safe.
 */
final class StreamBytes {
  private static final int HEADER_BYTES = 2 * Short.BYTES;

  private static final String NO_TEXT = "a text is not in modified UTF-8";

  private final ByteBuffer in;

  StreamBytes(byte[] stream) {
    this.in = ByteBuffer.wrap(stream);
  }

  /** Passes over the header. */
  void header() throws StreamCorruptedException {
    if (in.remaining() < HEADER_BYTES
        || in.getShort() != ObjectStreamConstants.STREAM_MAGIC
        || in.getShort() != ObjectStreamConstants.STREAM_VERSION) {
      throw corrupt("it does not begin as one");
    }
  }

  int position() {
    return in.position();
  }

  int remaining() {
    return in.remaining();
  }

  byte next() {
    return in.get();
  }

  /** Two bytes, 0 to 65,535. */
  int length() {
    return Short.toUnsignedInt(in.getShort());
  }

  int number() {
    return in.getInt();
  }

  long longLength() {
    return in.getLong();
  }

  void skip(long bytes) {
    if (bytes < 0 || bytes > in.remaining()) {
      throw new BufferUnderflowException();
    }
    in.position(in.position() + (int) bytes);
  }

  /** Text as Java's reader takes it, which knows forms of characters that UTF-8 has not. */
  String text(long length) throws StreamCorruptedException {
    if (length < 0 || length > in.remaining()) {
      throw corrupt("a text of %d bytes is cut off".formatted(length));
    }
    int end = in.position() + (int) length;
    if (isAscii(in.position(), end)) {
      String ascii = new String(in.array(), in.position(), (int) length, StandardCharsets.US_ASCII);
      in.position(end);
      return ascii;
    }
    char[] text = new char[(int) length];
    int count = 0;
    while (in.position() < end) {
      text[count++] = character(end);
    }
    return new String(text, 0, count);
  }

  /** As most texts are, and read several times as quickly. */
  private boolean isAscii(int from, int end) {
    byte[] bytes = in.array();
    for (int i = from; i < end; i++) {
      if (bytes[i] < 0) {
        return false;
      }
    }
    return true;
  }

  private char character(int end) throws StreamCorruptedException {
    int first = in.get();
    if (first >= 0) {
      return (char) first;
    }
    int more = (first & 0xe0) == 0xc0 ? 1 : (first & 0xf0) == 0xe0 ? 2 : end;
    if (in.position() + more > end) {
      throw corrupt(NO_TEXT);
    }
    int value = first & (more == 1 ? 0x1f : 0x0f);
    for (int i = 0; i < more; i++) {
      int next = in.get();
      if ((next & 0xc0) != 0x80) {
        throw corrupt(NO_TEXT);
      }
      value = (value << 6) | (next & 0x3f);
    }
    return (char) value;
  }

  /** What to throw when the stream is not as it has to be here. */
  StreamCorruptedException corrupt(String why) {
    return new StreamCorruptedException(
        "no object stream that can be looked through: %s, at byte %d (a class with a writeObject of its own has to call defaultWriteObject first)"
            .formatted(why, in.position()));
  }
}
