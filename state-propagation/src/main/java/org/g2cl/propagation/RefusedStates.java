package org.g2cl.propagation;

/**
 * States that could not be written to files in one pass: after a few, only much smaller ones are
 * worth a try, which may find room where large ones did not.
 */
final class RefusedStates {
  /** After so many the next pass is to try. */
  private static final int MOST = 10;

  /** So many may be refused for what is wrong with them alone. */
  private static final int OF_ANY_SIZE = 3;

  private int count;
  private int smallest = Integer.MAX_VALUE;

  void add(int bytes) {
    count++;
    smallest = Math.min(smallest, bytes);
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Whether a state of that size may find room. */
  boolean isWorthATry(int bytes) {
    return count < OF_ANY_SIZE || (count < MOST && bytes <= smallest / 2);
  }
}
