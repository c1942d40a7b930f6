package org.g2cl.cmi.tomee.graph;

/** What the bytes of an object that never changes consist of, in one number. */
final class Span {
  /** None is known; of a text they tell themselves. */
  static final int NONE = 0;

  private static final int LENGTH_BITS = 13;
  private static final int INNER_BITS = 6;
  private static final int TYPE_BITS = 12;
  private static final int LENGTH = (1 << LENGTH_BITS) - 1;
  private static final int INNER = (1 << INNER_BITS) - 1;
  private static final int TYPE = (1 << TYPE_BITS) - 1;

  private Span() {}

  /**
   * A span.
   *
   * @param length bytes
   * @param inner texts in it, each mentioned there for the first time
   * @param type number of the object's class
   * @param last whether the object is mentioned after those texts
   * @return {@link #NONE} when it is too large
   */
  static int of(int length, int inner, int type, boolean last) {
    return length > LENGTH || inner > INNER || type > TYPE
        ? NONE
        : (last ? Integer.MIN_VALUE : 0)
            | type << (LENGTH_BITS + INNER_BITS)
            | inner << LENGTH_BITS
            | length;
  }

  static int length(int span) {
    return span & LENGTH;
  }

  static int inner(int span) {
    return span >>> LENGTH_BITS & INNER;
  }

  static int type(int span) {
    return span >>> (LENGTH_BITS + INNER_BITS) & TYPE;
  }

  static boolean isLast(int span) {
    return span < 0;
  }
}
