package org.g2cl.cmi.jonas;

import java.io.InvalidObjectException;
import java.util.Arrays;

/**
 * Where classes and objects of a stream end, in the order in which a reader is through with them.
 *
 * <p>{@link ObjectScan} writes it down, and {@link HeldInput} has Java's reader keep to it. Without
 * that a stream could mean one thing to the scan and another to a class that reads itself: one
 * whose {@code readObject} does not begin with its fields finds objects in what the scan took for
 * the bytes of a number. Not thread-safe.
 */
final class ScanTrail {
  private int[] ends = new int[16];
  private int count;
  private int walked;

  /** Says that the description of a class, up to its fields, ends at that byte. */
  void addClass(int end) {
    add(end);
  }

  /** Says that an object ends at that byte. */
  void addObject(int end) {
    add(~end);
  }

  private void add(int step) {
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    ends[count++] = step;
  }

  /** Checks that a reader which is at that byte is through with the next class. */
  void walkClass(int at) throws InvalidObjectException {
    walk(at, walked < count ? ends[walked] : -1, "a class");
  }

  /** Checks that a reader which is at that byte is through with the next object. */
  void walkObject(int at) throws InvalidObjectException {
    walk(at, walked < count ? ~ends[walked] : -1, "an object");
  }

  /** A reader may have looked at the byte that follows. */
  private void walk(int at, int end, String what) throws InvalidObjectException {
    if (end < 0 || (at != end && at != end + 1)) {
      throw new InvalidObjectException(
          "a class of it reads itself otherwise than the stream is written: it finds %s up to byte %d"
              .formatted(what, at));
    }
    walked++;
  }
}
