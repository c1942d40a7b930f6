package org.g2cl.propagation;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Cursor over the replies in a packed array, as {@link ReplyPacker} writes them.
 *
 * <p>Each is: the number of characters that its request's id begins with as the one before did, the
 * number of further ones, the length of the reply or {@link #IS_LARGE}, a byte each; the further
 * characters; and the reply, unless it is large. Ids of a series differ in their ends only, so most
 * take a few bytes.
 */
final class ReplyCursor {
  /** Of a reply that is kept outside of the array; a packed one is shorter. */
  static final int IS_LARGE = 255;

  static final int HEADER = 3;

  private final byte[] packed;
  private final byte[][] large;
  private final byte[] id = new byte[RequestId.MAX_LENGTH];

  private int at;
  private int idLength;
  private int replyLength;
  private int largeBefore;

  ReplyCursor(byte[] packed, byte[][] large) {
    this.packed = packed;
    this.large = large;
  }

  /** Goes on to the next one, which the other methods are about then. */
  boolean next() {
    if (at == packed.length) {
      return false;
    }
    if (replyLength == IS_LARGE) {
      largeBefore++;
    }
    int alike = packed[at] & 0xff;
    int further = packed[at + 1] & 0xff;
    replyLength = packed[at + 2] & 0xff;
    System.arraycopy(packed, at + HEADER, id, alike, further);
    idLength = alike + further;
    at += HEADER + further + (isLarge() ? 0 : replyLength);
    return true;
  }

  private boolean isLarge() {
    return replyLength == IS_LARGE;
  }

  /** Bytes of the array up to the end of the one that this is at. */
  int end() {
    return at;
  }

  /** Number of large replies up to the one that this is at. */
  int largeEnd() {
    return largeBefore + (isLarge() ? 1 : 0);
  }

  /** Adds the one that this is at. */
  void addTo(ReplyPacker packer) {
    if (isLarge()) {
      packer.add(id, idLength, large[largeBefore], 0, large[largeBefore].length);
    } else {
      packer.add(id, idLength, packed, at - replyLength, replyLength);
    }
  }

  RequestId request() {
    return new RequestId(new String(id, 0, idLength, StandardCharsets.US_ASCII));
  }

  byte[] bytes() {
    return isLarge() ? large[largeBefore] : Arrays.copyOfRange(packed, at - replyLength, at);
  }

  /** Tells whether it is the reply to that request. */
  boolean isTo(RequestId request) {
    String value = request.value();
    return idLength == value.length() && isAlike(value, 0, idLength);
  }

  /** Tells whether its request is of the series of that one, which is numbered, and later. */
  boolean isLaterThan(RequestId numbered) {
    String value = numbered.value();
    int number = numbered.numberAt();
    if (idLength < value.length() || !isAlike(value, 0, number)) {
      return false;
    }
    RequestId own = request();
    return own.isNumbered() && own.isAlike(numbered) && own.isLaterThan(numbered);
  }

  /** From the end on, where those of a series differ. */
  private boolean isAlike(String value, int begin, int end) {
    int i = end;
    while (i > begin && id[i - 1] == value.charAt(i - 1)) {
      i--;
    }
    return i == begin;
  }
}
