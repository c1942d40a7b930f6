package org.g2cl.propagation;

/**
 * Difference, in the form of {@link Delta}, that leaves all where it is and overwrites some of it:
 * what it does to a large state costs as little as what it changes.
 */
final class InPlace {
  /** Smaller states are made anew in less time. */
  static final int SMALLEST = 16 << 10;

  /** With more parts the checksum is made in less time of all bytes. */
  static final int MOST_PARTS = 16;

  private final byte[] state;
  private final byte[] delta;

  /**
   * Difference to a state.
   *
   * @param state not written into but by {@link #write}
   */
  InPlace(byte[] state, byte[] delta) {
    this.state = state;
    this.delta = delta;
  }

  /** Tells whether the difference is of that kind, not damaged, and best applied so. */
  boolean isWorthIt() {
    if (state.length < SMALLEST) {
      return false;
    }
    int parts = walk(new Part());
    return parts >= 0 && parts <= MOST_PARTS;
  }

  /**
   * Checksum that the state will have.
   *
   * @param sum of the state as it is
   */
  int checksum(int sum) {
    Sum after = new Sum(state, sum);
    walk(after);
    return after.sum;
  }

  /** Writes into the state. */
  void write() {
    walk(new Written(state));
  }

  /** Number of parts that are overwritten, or -1 when the difference is not of that kind. */
  private int walk(Part part) {
    DeltaReader in = new DeltaReader(delta);
    if (in.number() != state.length) {
      return -1;
    }
    int parts = 0;
    int at = 0;
    int from = 0;
    while (at < state.length) {
      int inserted = in.number();
      if (inserted > state.length - at || !in.skip(inserted)) {
        return -1;
      }
      if (inserted > 0) {
        part.at(at, delta, in.position() - inserted, inserted);
        parts++;
      }
      at += inserted;
      int copied = in.number();
      if (copied > 0) {
        from += inserted + in.signed() + copied;
      }
      boolean stays = copied <= 0 || from == at + copied;
      if (in.isDamaged() || !stays || copied > state.length - at || inserted + copied == 0) {
        return -1;
      }
      at += copied;
    }
    return parts;
  }

  /** What is done where something is overwritten; not lambdas, which cost more to make. */
  private static class Part {
    /**
     * Bytes of the difference are to be at that place.
     *
     * @param start where they are in the difference
     */
    void at(int place, byte[] delta, int start, int length) {}
  }

  private static final class Written extends Part {
    private final byte[] state;

    Written(byte[] state) {
      this.state = state;
    }

    @Override
    void at(int place, byte[] delta, int start, int length) {
      System.arraycopy(delta, start, state, place, length);
    }
  }

  private static final class Sum extends Part {
    private final byte[] state;
    private int sum;

    Sum(byte[] state, int sum) {
      this.state = state;
      this.sum = sum;
    }

    @Override
    void at(int place, byte[] delta, int start, int length) {
      int old = Checksum.of(state, place, length);
      int now = Checksum.of(delta, start, length);
      sum = Checksum.exchanged(sum, old, now, state.length - place - length);
    }
  }
}
