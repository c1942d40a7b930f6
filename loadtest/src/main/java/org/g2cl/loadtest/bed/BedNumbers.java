package org.g2cl.loadtest.bed;

import java.util.BitSet;

/** Numbers that tell beds apart which are open in this JVM at the same time. Thread-safe. */
final class BedNumbers {
  private static final int MOST = 100;

  private final BitSet taken = new BitSet(MOST);

  /** The least that nobody has, from 0. */
  synchronized int take() {
    int free = taken.nextClearBit(0);
    if (free >= MOST) {
      throw BedException.environment("more than " + MOST + " beds at the same time");
    }
    taken.set(free);
    return free;
  }

  /** Gives a number back. */
  synchronized void release(int number) {
    taken.clear(number);
  }
}
