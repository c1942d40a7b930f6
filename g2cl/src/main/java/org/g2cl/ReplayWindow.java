package org.g2cl;

/** Sequence numbers that came: each is accepted once, and none that lies too far back. */
final class ReplayWindow {
  private final long[] seen;
  private final int size;
  private long highest;

  /**
   * Creates one.
   *
   * @param size how far back a number may lie; a multiple of 64
   */
  ReplayWindow(int size) {
    this.size = size;
    this.seen = new long[size / Long.SIZE];
  }

  /** Takes a number, 1 or more; false when it came before or lies too far back. */
  synchronized boolean accept(long number) {
    if (number < 1 || number <= highest - size) {
      return false;
    }
    if (number > highest) {
      clear(highest + 1, number);
      highest = number;
    }
    int bit = (int) (number % size);
    long mask = 1L << (bit % Long.SIZE);
    if ((seen[bit / Long.SIZE] & mask) != 0) {
      return false;
    }
    seen[bit / Long.SIZE] |= mask;
    return true;
  }

  private void clear(long from, long to) {
    if (to - from >= size) {
      java.util.Arrays.fill(seen, 0);
      return;
    }
    for (long number = from; number <= to; number++) {
      int bit = (int) (number % size);
      seen[bit / Long.SIZE] &= ~(1L << (bit % Long.SIZE));
    }
  }
}
