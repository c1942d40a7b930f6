package org.g2cl.propagation;

/** Reader of the form of {@link Delta}; damage shows in {@link #isDamaged}, never as an error. */
final class DeltaReader {
  private static final int MAX_SHIFT = 28;

  private final byte[] bytes;
  private int position;
  private boolean damaged;

  DeltaReader(byte[] delta) {
    bytes = delta;
  }

  boolean isDamaged() {
    return damaged;
  }

  /** Next number of 0 or more, or -1 when there is none. */
  int number() {
    int value = raw();
    damaged |= value < 0;
    return damaged ? -1 : value;
  }

  /** Next number of any sign, or 0 when there is none. */
  int signed() {
    int value = raw();
    return damaged ? 0 : (value >>> 1) ^ -(value & 1);
  }

  private int raw() {
    int value = 0;
    for (int shift = 0; shift <= MAX_SHIFT; shift += 7) {
      if (position == bytes.length) {
        break;
      }
      int next = bytes[position++];
      value |= (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    damaged = true;
    return -1;
  }

  int position() {
    return position;
  }

  /** Passes the next bytes by, unless there are fewer. */
  boolean skip(int length) {
    damaged |= length > bytes.length - position;
    position += damaged ? 0 : length;
    return !damaged;
  }

  /** Copies the next bytes out, unless there are fewer or no room for them. */
  boolean take(byte[] target, int at, int length) {
    if (damaged || length > bytes.length - position || length > target.length - at) {
      damaged = true;
      return false;
    }
    System.arraycopy(bytes, position, target, at, length);
    position += length;
    return true;
  }
}
