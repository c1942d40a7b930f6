package org.g2cl.propagation;

import java.util.Arrays;

/**
 * Binary difference of two states: the bytes that turn the older one into the newer one.
 *
 * <p>Form: the length of the newer state, then until that is full, bytes to insert (a length and
 * the bytes) and bytes to copy from the older state (a length and, unless it is 0, how far they lie
 * from where the last copy and as many bytes as were inserted end). Numbers are variable in length.
 */
final class Delta {
  /** Bytes compared at once from the end. */
  private static final int STRIDE = 512;

  private Delta() {}

  /**
   * Makes the difference.
   *
   * @return null when it would not be a good deal shorter than the newer state
   */
  static byte[] between(byte[] older, byte[] newer) {
    int mismatch = Arrays.mismatch(older, newer);
    return between(older, newer, mismatch < 0 ? newer.length : mismatch);
  }

  /**
   * Makes the difference.
   *
   * @param prefix how many bytes at the beginning are the same
   * @return null when it would not be a good deal shorter than the newer state
   */
  static byte[] between(byte[] older, byte[] newer, int prefix) {
    int limit = newer.length - newer.length / 4;
    DeltaWriter out = new DeltaWriter(newer, limit);
    int least = Math.min(older.length, newer.length);
    int suffix = commonSuffix(older, newer, least - prefix);
    out.copy(0, prefix);
    new DeltaSearch(older, newer, out)
        .between(prefix, older.length - suffix, prefix, newer.length - suffix);
    out.copy(older.length - suffix, suffix);
    return out.toBytes();
  }

  private static int commonSuffix(byte[] older, byte[] newer, int limit) {
    int shift = newer.length - older.length;
    int end = older.length;
    int stop = older.length - limit;
    for (int stride = STRIDE; stride >= Long.BYTES; stride /= 8) {
      while (end - stride >= stop && isSame(older, newer, end - stride, stride, shift)) {
        end -= stride;
      }
    }
    while (end > stop && older[end - 1] == newer[end - 1 + shift]) {
      end--;
    }
    return older.length - end;
  }

  /** In one go, which the JDK does by vectors of bytes. */
  private static boolean isSame(byte[] older, byte[] newer, int at, int length, int shift) {
    return Arrays.mismatch(older, at, at + length, newer, at + shift, at + shift + length) < 0;
  }

  /** Length of the state that the difference makes, or -1 when it is damaged. */
  static int newLength(byte[] delta) {
    return new DeltaReader(delta).number();
  }

  /**
   * Applies a difference to the older state; {@link #newLength} tells beforehand how much memory
   * that takes.
   *
   * @return the newer state, or null when the difference is damaged or not of this state
   */
  static byte[] apply(byte[] older, byte[] delta) {
    DeltaReader in = new DeltaReader(delta);
    int length = in.number();
    if (length < 0) {
      return null;
    }
    byte[] newer = Arrays.copyOf(older, length); // not made of zeros first
    int from = 0;
    int to = 0;
    while (to < length) {
      int inserted = in.number();
      if (!in.take(newer, to, inserted)) {
        return null;
      }
      to += inserted;
      int copied = in.number();
      if (copied > 0) {
        from += inserted + in.signed();
        if (in.isDamaged() || !fits(from, copied, older.length) || copied > length - to) {
          return null;
        }
        if (from != to) {
          System.arraycopy(older, from, newer, to, copied);
        }
        from += copied;
        to += copied;
      }
      if (in.isDamaged() || inserted + copied == 0) {
        return null;
      }
    }
    return newer;
  }

  private static boolean fits(int from, int count, int length) {
    return from >= 0 && from <= length && count <= length - from;
  }
}
