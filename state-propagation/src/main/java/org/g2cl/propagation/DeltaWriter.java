package org.g2cl.propagation;

import java.util.Arrays;

/** Writer of the form of {@link Delta}; joins what belongs together and stops at a limit. */
final class DeltaWriter {
  private final byte[] newer;
  private final int limit;
  private byte[] bytes;
  private int count;

  /** What the newer state is done up to, and where the last copy ended in the older one. */
  private int done;

  private int from;
  private int inserted;
  private int copyStart;
  private int copied;

  /**
   * Creates one.
   *
   * @param limit length at which a difference is of no use
   */
  DeltaWriter(byte[] newer, int limit) {
    this.newer = newer;
    this.limit = limit;
    this.bytes = new byte[Math.min(limit, 128) + 16];
    number(newer.length);
  }

  boolean isTooLong() {
    return count + inserted > limit;
  }

  /** The next bytes of the newer state are in the older one from there. */
  void copy(int start, int length) {
    if (length == 0) {
      return;
    }
    if (copied > 0 && start == copyStart + copied) {
      copied += length;
      return;
    }
    if (copied > 0) {
      flush();
    }
    copyStart = start;
    copied = length;
  }

  /** The next bytes of the newer state are not in the older one. */
  void insert(int length) {
    if (length == 0) {
      return;
    }
    if (copied > 0) {
      flush();
    }
    inserted += length;
  }

  private void flush() {
    if (inserted + copied == 0 || isTooLong()) {
      return;
    }
    number(inserted);
    room(inserted);
    System.arraycopy(newer, done, bytes, count, inserted);
    count += inserted;
    number(copied);
    if (copied > 0) {
      int distance = copyStart - from - inserted;
      number((distance << 1) ^ (distance >> 31));
      from = copyStart + copied;
    }
    done += inserted + copied;
    inserted = 0;
    copied = 0;
  }

  private void number(int value) {
    room(5);
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      bytes[count++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[count++] = (byte) rest;
  }

  private void room(int size) {
    if (bytes.length - count < size) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, count + size));
    }
  }

  byte[] toBytes() {
    flush();
    return isTooLong() ? null : Arrays.copyOf(bytes, count);
  }
}
