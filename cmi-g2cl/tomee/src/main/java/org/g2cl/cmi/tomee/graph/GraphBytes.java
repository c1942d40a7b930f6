package org.g2cl.cmi.tomee.graph;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes of one graph.
 *
 * <p>Those of a graph that was written before are compared with the bytes of last time as long as
 * they are the same, and only then copied to be written over: behind what is written there are
 * always the bytes of before.
 */
abstract class GraphBytes {
  private static final int FIRST_SIZE = 2_048;

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final int maxBytes;
  private byte[] own = new byte[FIRST_SIZE];
  private byte[] bytes = own;
  private byte[] before;

  /** True while all is as before and the bytes are those of before, not to be written into. */
  private boolean same;

  /** True when something was found to differ from before. */
  private boolean differs;

  private int count;

  GraphBytes(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  final void beginAnew() {
    bytes = own;
    before = null;
    same = false;
    differs = false;
    count = 0;
  }

  final void beginAgain(byte[] bytesOfBefore) {
    before = bytesOfBefore;
    bytes = bytesOfBefore;
    same = true;
  }

  final boolean isAgain() {
    return before != null;
  }

  /** All that was written; the array of before when it is the same. */
  final byte[] written() {
    if (before != null && count == before.length && !differs) {
      if (same || Arrays.equals(bytes, 0, count, before, 0, count)) {
        return before;
      }
    }
    return bytes == own || count < bytes.length ? Arrays.copyOf(bytes, count) : bytes;
  }

  /** Bytes for which it has room. */
  final int capacity() {
    return own.length;
  }

  /** Where the next byte goes. */
  final int place() {
    return count;
  }

  private int room(int wanted) throws UnsupportedGraphException {
    int at = count;
    if (bytes.length - at < wanted) {
      grow(wanted);
    }
    count = at + wanted;
    return at;
  }

  private void grow(int wanted) throws UnsupportedGraphException {
    if (wanted > maxBytes - count) {
      throw UnsupportedGraphException.overLimit(
          "the graph has more than %d bytes".formatted(count));
    }
    if (before == null) {
      own = Arrays.copyOf(bytes, enough(bytes.length * 2, wanted));
      bytes = own;
    } else {
      bytes = Arrays.copyOf(bytes, enough(bytes.length + bytes.length / 8, wanted));
      same = false;
    }
  }

  private int enough(int length, int wanted) {
    return Math.min(Math.max(length, count + wanted), maxBytes);
  }

  /** From now on bytes may be written. */
  private void part() {
    if (same) {
      bytes = before.clone();
      same = false;
    }
  }

  private void differ() {
    differs = true;
    part();
  }

  /** Writes a byte. */
  public final void writeByte(int value) throws UnsupportedGraphException {
    int at = room(1);
    if (same) {
      if (bytes[at] == (byte) value) {
        return;
      }
      differ();
    }
    bytes[at] = (byte) value;
  }

  final void shortNumber(int value) throws UnsupportedGraphException {
    int at = room(Short.BYTES);
    if (same) {
      if ((short) SHORT.get(bytes, at) == (short) value) {
        return;
      }
      differ();
    }
    SHORT.set(bytes, at, (short) value);
  }

  final void intNumber(int value) throws UnsupportedGraphException {
    int at = room(Integer.BYTES);
    if (same) {
      if ((int) INT.get(bytes, at) == value) {
        return;
      }
      differ();
    }
    INT.set(bytes, at, value);
  }

  final void longNumber(long value) throws UnsupportedGraphException {
    int at = room(Long.BYTES);
    if (same) {
      if ((long) LONG.get(bytes, at) == value) {
        return;
      }
      differ();
    }
    LONG.set(bytes, at, value);
  }

  /** Number of 0 or more, in seven bits a byte. */
  final void length(int value) throws UnsupportedGraphException {
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      writeByte(rest | 0x80);
      rest >>>= 7;
    }
    writeByte(rest);
  }

  final void raw(byte[] source) throws UnsupportedGraphException {
    int at = room(source.length);
    if (same) {
      if (Arrays.equals(bytes, at, at + source.length, source, 0, source.length)) {
        return;
      }
      differ();
    }
    System.arraycopy(source, 0, bytes, at, source.length);
  }

  final void lengthAndBytes(byte[] source) throws UnsupportedGraphException {
    length(source.length);
    raw(source);
  }

  /** Writes a text that is not an object of the graph. */
  public final void writeText(String text) throws UnsupportedGraphException {
    lengthAndBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes what was written before from that place on.
   *
   * @return where it is now
   */
  final int copy(int start, int length) throws UnsupportedGraphException {
    int at = room(length);
    if (at != start) {
      part();
      System.arraycopy(before, start, bytes, at, length);
    }
    return at;
  }

  /** Bytes of a text that was written before, its tag included. */
  final int lengthOfText(int start) {
    int at = start + 1;
    int length = before[at] & 0x7f;
    for (int bits = 7; before[at] < 0; bits += 7) {
      at++;
      length |= (before[at] & 0x7f) << bits;
    }
    return at + 1 - start + (before[start] == Tag.UTF16 ? length * Character.BYTES : length);
  }

  /**
   * By the deprecated method, the one of public methods that copies without a look at each byte.
   */
  @SuppressWarnings("deprecation")
  final void string(String text) throws UnsupportedGraphException {
    part();
    int length = text.length();
    int start = count;
    writeByte(Tag.LATIN1);
    length(length);
    int at = room(length);
    text.getBytes(0, length, bytes, at);
    if (!text.equals(new String(bytes, at, length, StandardCharsets.ISO_8859_1))) {
      count = start;
      wide(text, length);
    }
  }

  private void wide(String text, int length) throws UnsupportedGraphException {
    writeByte(Tag.UTF16);
    length(length);
    if (length > maxBytes / Character.BYTES) {
      throw UnsupportedGraphException.overLimit("a string has %d characters".formatted(length));
    }
    int at = room(length * Character.BYTES);
    for (int i = 0; i < length; i++) {
      SHORT.set(bytes, at + i * Character.BYTES, (short) text.charAt(i));
    }
  }
}
