package org.g2cl.cmi.tomee;

import java.io.InvalidClassException;
import java.io.ObjectInputFilter.FilterInfo;
import org.g2cl.cmi.core.ContentLimits;

/**
 * What reading one serial stream may cost. One for each stream; not thread-safe.
 *
 * <p>What arrays and the tables of hash maps take is measured by the bytes that there are: the JDK
 * asks before it makes one, however long the stream says it is. What Java has written is never over
 * that, since each element takes a byte at least, and a table of {@code java.util} has at most
 * twice as many as the map has bytes. So only the depth must be looked at by {@link StateOutput
 * writers}.
 */
final class StreamLimits {
  /**
   * Most objects within each other. To read those of maps, or of classes with methods of their own,
   * takes half of the stack of 1 MB that a thread has by default, before it is compiled (JDK 17).
   */
  static final int MAX_DEPTH = 250;

  /**
   * The reader counts more than the writer: a reference within the deepest object, and of a class
   * that is met first there each of those that it extends (JDK 17).
   */
  private static final int READ_DEEPER = 16;

  /** What to do about it, for messages. */
  static final String TOO_DEEP =
      "objects are nested more than %d deep; keep them in a collection of the JDK instead of linking them by fields"
          .formatted(MAX_DEPTH);

  /** Elements of arrays and tables for each byte of the stream. */
  private static final int ELEMENTS_PER_BYTE = 4;

  private static final int ELEMENTS_AT_LEAST = 4_096;

  private final long maxElements;
  private long elements;

  StreamLimits(int streamBytes) {
    this.maxElements = (long) ELEMENTS_PER_BYTE * streamBytes + ELEMENTS_AT_LEAST;
  }

  /** Counts what the stream asks for, and tells whether it may have it. */
  boolean allows(FilterInfo asked) {
    elements += Math.max(0, asked.arrayLength());
    return elements <= maxElements
        && !isTooDeep(asked)
        && asked.streamBytes() <= ContentLimits.MOST_STATE_BYTES;
  }

  private static boolean isTooDeep(FilterInfo asked) {
    return asked.depth() > MAX_DEPTH + READ_DEEPER;
  }

  /** Refusal of what was asked for last. */
  InvalidClassException refused(FilterInfo asked) {
    if (isTooDeep(asked)) {
      return new InvalidClassException(TOO_DEEP);
    }
    return new InvalidClassException(
        elements > maxElements
            ? "arrays and tables are to have %d elements, over %d, which is %d for each byte"
                .formatted(elements, maxElements, ELEMENTS_PER_BYTE)
            : "it has more than %d bytes".formatted(ContentLimits.MOST_STATE_BYTES));
  }
}
