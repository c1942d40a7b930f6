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

  /** Compared with names in ASCII only, so modified UTF-8 may be taken for UTF-8. */
  String text(long length) throws StreamCorruptedException {
    if (length < 0 || length > in.remaining()) {
      throw corrupt("a text of %d bytes is cut off".formatted(length));
    }
    String text = new String(in.array(), in.position(), (int) length, StandardCharsets.UTF_8);
    skip(length);
    return text;
  }

  /** What to throw when the stream is not as it has to be here. */
  StreamCorruptedException corrupt(String why) {
    return new StreamCorruptedException(
        "no object stream that can be looked through: %s, at byte %d (a class with a writeObject of its own has to call defaultWriteObject first)"
            .formatted(why, in.position()));
  }
}
