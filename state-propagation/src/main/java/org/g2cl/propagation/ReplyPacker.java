package org.g2cl.propagation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes replies into one array, the newest first; {@link ReplyCursor} tells how. */
final class ReplyPacker {
  static final byte[][] NO_LARGE = {};

  /** Longest reply that is packed; a longer one would be copied at every call. */
  private static final int MAX_PACKED = 64;

  private static final int MOST = ReplyCursor.HEADER + RequestId.MAX_LENGTH + MAX_PACKED;

  private byte[] out;
  private final byte[] last = new byte[RequestId.MAX_LENGTH];
  private int at;
  private int count;
  private int lastLength;
  private List<byte[]> large;

  ReplyPacker() {
    this(0);
  }

  /**
   * Begins.
   *
   * @param expected bytes of all but one
   */
  ReplyPacker(int expected) {
    out = new byte[expected + MOST];
  }

  /**
   * Array of a reply and those in the begin of another array: only the id of the first of these is
   * written in another way, since another one is before it.
   *
   * @param end bytes of the other array, up to the end of a reply
   */
  static byte[] prepended(RequestId request, byte[] reply, byte[] rest, int end) {
    byte[] id = request.value().getBytes(StandardCharsets.US_ASCII);
    int length = isLarge(reply) ? 0 : reply.length;
    int before = ReplyCursor.HEADER + id.length + length;
    int alike = end == 0 ? 0 : alike(id, rest);
    byte[] out = new byte[before + end - alike];
    out[1] = (byte) id.length;
    out[2] = (byte) (isLarge(reply) ? ReplyCursor.IS_LARGE : length);
    System.arraycopy(id, 0, out, ReplyCursor.HEADER, id.length);
    System.arraycopy(reply, 0, out, before - length, length);
    if (end > 0) {
      int further = ReplyCursor.HEADER + alike;
      out[before] = (byte) alike;
      out[before + 1] = (byte) (rest[1] - alike);
      out[before + 2] = rest[2];
      System.arraycopy(rest, further, out, before + ReplyCursor.HEADER, end - further);
    }
    return out;
  }

  /** Bytes that an id begins with as that of the first reply in an array does. */
  private static int alike(byte[] id, byte[] packed) {
    int from = ReplyCursor.HEADER;
    int length = packed[1] & 0xff;
    int mismatch = Arrays.mismatch(id, 0, id.length, packed, from, from + length);
    return mismatch < 0 ? length : mismatch;
  }

  /** Large replies after one more, which may not be large itself. */
  static byte[][] prepended(byte[] reply, byte[][] rest, int end) {
    int more = isLarge(reply) ? 1 : 0;
    if (more + end == 0) {
      return NO_LARGE;
    }
    byte[][] out = new byte[more + end][];
    out[0] = reply; // or the first of the rest
    System.arraycopy(rest, 0, out, more, end);
    return out;
  }

  private static boolean isLarge(byte[] reply) {
    return reply.length > MAX_PACKED;
  }

  int count() {
    return count;
  }

  void add(RequestId request, byte[] reply) {
    byte[] id = request.value().getBytes(StandardCharsets.US_ASCII);
    add(id, id.length, reply, 0, reply.length);
  }

  void add(byte[] id, int idLength, byte[] reply, int from, int length) {
    int mismatch = Arrays.mismatch(last, 0, lastLength, id, 0, idLength);
    int alike = mismatch < 0 ? idLength : mismatch;
    boolean isLarge = length > MAX_PACKED;
    ensure(MOST);
    out[at] = (byte) alike;
    out[at + 1] = (byte) (idLength - alike);
    out[at + 2] = (byte) (isLarge ? ReplyCursor.IS_LARGE : length);
    at += ReplyCursor.HEADER;
    append(id, alike, idLength - alike);
    if (isLarge) {
      keepLarge(reply);
    } else {
      append(reply, from, length);
    }
    System.arraycopy(id, alike, last, alike, idLength - alike);
    lastLength = idLength;
    count++;
  }

  private void append(byte[] bytes, int from, int length) {
    System.arraycopy(bytes, from, out, at, length);
    at += length;
  }

  private void keepLarge(byte[] reply) {
    if (large == null) {
      large = new ArrayList<>();
    }
    large.add(reply);
  }

  private void ensure(int more) {
    if (out.length - at < more) {
      out = Arrays.copyOf(out, Math.max(out.length * 2, at + more));
    }
  }

  Replies pack(List<RequestId> displaced) {
    byte[][] apart = large == null ? NO_LARGE : large.toArray(NO_LARGE);
    return new Replies(Arrays.copyOf(out, at), apart, displaced);
  }
}
