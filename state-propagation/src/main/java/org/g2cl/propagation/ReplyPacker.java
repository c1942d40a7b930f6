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
