package org.g2cl.cmi.tomee.graph;

import java.util.Arrays;
import java.util.Objects;

/**
 * Elements of a collection, or keys and values of a map, as they were written last time.
 *
 * <p>They are written in parts. One part holds when each of its objects was new in the graph, is
 * mentioned nowhere else and never changes. If it has the same objects next time, begins at the
 * same byte with the same number, and no object before it has another number than last time, so
 * that none of it is mentioned there, it has the same bytes, and is passed by without a look at its
 * objects.
 */
final class Tape implements ObjectOutput {
  /** Holders with fewer elements are written in less time without. */
  static final int SMALLEST = 64;

  private static final int PART = 32;

  // of each part: where it begins and what it consists of
  private static final int OBJECTS = 0;
  private static final int START = 1;
  private static final int LENGTH = 2;
  private static final int NUMBER = 3;
  private static final int MENTIONS = 4;
  private static final int MET = 5;
  private static final int LAST = 6;
  private static final int CLASS = 7;
  private static final int MARKS = 8;

  private final Object holder;
  private Object[] objects;
  private int[] marks;
  private GraphOutput out;
  private int count;
  private int kept;
  private boolean isSame = true;
  private boolean isUsed;

  Tape(Object holder, int count) {
    this.holder = holder;
    this.objects = new Object[count];
    this.marks = new int[parts(count) * MARKS];
  }

  private static int parts(int count) {
    return (count + PART - 1) / PART;
  }

  boolean isOf(Object object) {
    return holder == object;
  }

  void begin(GraphOutput output) {
    out = output;
    count = 0;
    isUsed = true;
  }

  @Override
  public void writeObject(Object object) throws UnsupportedGraphException {
    if (count == objects.length) {
      objects = Arrays.copyOf(objects, count + count / 8 + PART);
      marks = Arrays.copyOf(marks, parts(objects.length) * MARKS);
    }
    if (objects[count] != object) {
      objects[count] = object;
      isSame = false;
    }
    count++;
    if (count % PART == 0) {
      writePart(count - PART);
    }
  }

  /** Writes what is left. */
  void finish() throws UnsupportedGraphException {
    int rest = count % PART;
    if (rest > 0) {
      writePart(count - rest);
    }
    out = null;
  }

  private void writePart(int from) throws UnsupportedGraphException {
    int mark = from / PART * MARKS;
    if (!isSame || !passed(mark, count - from)) {
      write(from, mark);
    }
    isSame = true;
  }

  private boolean passed(int mark, int size) throws UnsupportedGraphException {
    Mentions mentions = out.mentions();
    if (marks[mark + OBJECTS] != size
        || marks[mark + START] != out.place()
        || marks[mark + NUMBER] != mentions.mentioned()
        || !mentions.areInPlace()
        || !out.skip(marks[mark + CLASS], marks[mark + LENGTH])) {
      return false;
    }
    mentions.skip(marks[mark + MENTIONS], marks[mark + MET], marks[mark + LAST]);
    mentions.tapes().countPassed();
    return true;
  }

  private void write(int from, int mark) throws UnsupportedGraphException {
    Mentions mentions = out.mentions();
    int start = out.place();
    int number = mentions.mentioned();
    int met = mentions.met();
    int common = GraphOutput.NO_CLASS;
    marks[mark + OBJECTS] = 0;
    marks[mark + NUMBER] = number;
    for (int i = from; i < count; i++) {
      common = common(common, out.writeElement(objects[i]));
    }
    if (common == GraphOutput.UNSETTLED) {
      return;
    }
    marks[mark + OBJECTS] = count - from;
    marks[mark + START] = start;
    marks[mark + LENGTH] = out.place() - start;
    marks[mark + MENTIONS] = mentions.mentioned() - number;
    marks[mark + MET] = mentions.met() - met;
    marks[mark + LAST] = mentions.last();
    marks[mark + CLASS] = common;
  }

  private static int common(int one, int other) {
    if (one == other || other == GraphOutput.NO_CLASS) {
      return one;
    }
    return one == GraphOutput.NO_CLASS ? other : GraphOutput.UNSETTLED;
  }

  /** Ends a graph; false when it was not used. */
  boolean end() {
    if (count < kept) {
      Arrays.fill(objects, count, kept, null);
      Arrays.fill(marks, parts(count) * MARKS, parts(kept) * MARKS, 0);
    }
    kept = count;
    boolean was = isUsed;
    isUsed = false;
    return was;
  }

  /** The part that the object of that number is in, if it is in one, does not hold any more. */
  void mentionedAgain(int number) {
    int low = 0;
    int high = parts(count) - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (marks[middle * MARKS + NUMBER] > number) {
        high = middle - 1;
      } else {
        low = middle;
      }
    }
    int mark = low * MARKS;
    int after = number - marks[mark + NUMBER];
    if (after >= 0 && after < marks[mark + MENTIONS]) {
      marks[mark + OBJECTS] = 0;
    }
  }

  /** How many objects it holds. */
  int held() {
    return (int) Arrays.stream(objects).filter(Objects::nonNull).count();
  }

  int heapBytes() {
    return (objects.length + marks.length) * Integer.BYTES;
  }
}
