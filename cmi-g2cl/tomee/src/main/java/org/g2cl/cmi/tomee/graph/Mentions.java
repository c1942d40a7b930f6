package org.g2cl.cmi.tomee.graph;

import java.util.Arrays;

/**
 * Objects by identity, each with the number under which it was last mentioned.
 *
 * <p>Those of one graph can be kept for the next time that it is written, see {@link Trail}. Then
 * each object is looked for first where it was last time, behind the one that was new before it,
 * and found without its hash. What an object has here is found by its place, a number from 1 on.
 */
final class Mentions {
  /** Number of objects that were not mentioned. */
  static final int NEW = -1;

  private static final int FIRST_CAPACITY = 64;
  private static final int MIX = 0x9E3779B9;

  /** Larger tables are given back to the heap rather than cleared. */
  private static final int LARGE = 4_096;

  /** What stands at places without an object; equal to nothing that a graph holds. */
  private static final Object NOTHING = new Object();

  private Object[] objects;
  private int[] numbers;

  /** Where the bytes begin of a text, or of another object that never changes, or 0. */
  private int[] starts;

  /** Of those others, as of {@link Span}. */
  private int[] spans;

  /** The place that was new after this one; of places without an object, the next such. */
  private int[] next;

  /** Places by hash, 0 for none; those of objects that are gone stay until it is made anew. */
  private int[] slots;

  private int slotsUsed;
  private int shift;
  private int end;
  private int empty;
  private int held;
  private int last;
  private int met;

  Mentions() {
    clear();
  }

  /** Forgets all objects. */
  void clear() {
    if (slots == null || slots.length > LARGE) {
      objects = new Object[FIRST_CAPACITY];
      numbers = new int[FIRST_CAPACITY];
      starts = new int[FIRST_CAPACITY];
      spans = new int[FIRST_CAPACITY];
      next = new int[FIRST_CAPACITY];
      makeSlots(2 * FIRST_CAPACITY);
    } else {
      Arrays.fill(objects, 0, end, null);
      Arrays.fill(slots, 0);
    }
    objects[0] = NOTHING;
    next[0] = 0;
    slotsUsed = 0;
    end = 1;
    empty = 0;
    held = 0;
    last = 0;
    met = 0;
  }

  private void makeSlots(int length) {
    slots = new int[length];
    shift = Integer.SIZE - Integer.numberOfTrailingZeros(length);
  }

  /** Forgets the numbers and goes back to the begin of the graph. */
  void rewind() {
    Arrays.fill(numbers, 0, end, NEW);
    last = 0;
    met = 0;
  }

  /** Forgets the objects that were not mentioned since {@link #rewind}. */
  void sweep() {
    for (int place = 1; met < held && place < end; place++) {
      if (numbers[place] == NEW && objects[place] != NOTHING) {
        objects[place] = NOTHING;
        next[place] = empty;
        empty = place;
        held--;
      }
    }
  }

  /** Gives room that is not used back to the heap. */
  void trim() {
    resize(end + end / 8 + 1);
  }

  /** Bytes of heap, without the objects. */
  int heapBytes() {
    return objects.length * 5 * Integer.BYTES + slots.length * Integer.BYTES;
  }

  /** Place of an object, which it keeps from now on. */
  int place(Object object) {
    int place = next[last];
    if (objects[place] != object) {
      place = search(object);
    }
    if (numbers[place] == NEW) {
      next[last] = place;
      last = place;
      met++;
    }
    return place;
  }

  /**
   * Place of an object that is new, where it was and never changes, and whose bytes are known; else
   * 0.
   */
  int placeOfFixed(Object object) {
    int place = next[last];
    return objects[place] != object || starts[place] == 0 || numbers[place] != NEW ? 0 : place;
  }

  /** Numbers the object of that place, which is the next one. */
  void pass(int place, int number) {
    numbers[place] = number;
    last = place;
    met++;
  }

  /**
   * Numbers the object of that place, which is the next one, and the texts in it.
   *
   * @param number the first one
   * @param moved how far its bytes lie from where they were
   * @return false, with nothing done, when one of the texts was mentioned already
   */
  boolean pass(int place, int number, int span, int moved) {
    int inner = Span.inner(span);
    int text = place;
    for (int i = 0; i < inner; i++) {
      text = next[text];
      if (numbers[text] != NEW || starts[text] == 0) {
        return false;
      }
    }
    boolean isLast = Span.isLast(span);
    int given = number;
    if (!isLast) {
      numbers[place] = given++;
    }
    starts[place] += moved;
    text = place;
    for (int i = 0; i < inner; i++) {
      text = next[text];
      numbers[text] = given++;
      starts[text] += moved;
    }
    if (isLast) {
      numbers[place] = given;
    }
    last = text;
    met += 1 + inner;
    return true;
  }

  /** Notes where the bytes of an object are that never changes, or 0. */
  void fix(int place, int start, int span) {
    starts[place] = start;
    spans[place] = span;
  }

  int span(int place) {
    return spans[place];
  }

  /** How many objects have been mentioned. */
  int met() {
    return met;
  }

  int number(int place) {
    return numbers[place];
  }

  void number(int place, int number) {
    numbers[place] = number;
  }

  int start(int place) {
    return starts[place];
  }

  void start(int place, int start) {
    starts[place] = start;
  }

  private int search(Object object) {
    int slot = slot(object);
    for (int place = slots[slot]; place != 0; place = slots[slot]) {
      if (objects[place] == object) {
        return place;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    return add(object, slot);
  }

  private int slot(Object object) {
    return (System.identityHashCode(object) * MIX) >>> shift;
  }

  private int add(Object object, int slot) {
    int place = empty;
    if (place == 0) {
      place = end++;
      if (end > objects.length) {
        resize(end + end / 2);
      }
    } else {
      empty = next[place];
    }
    objects[place] = object;
    numbers[place] = NEW;
    starts[place] = 0;
    spans[place] = Span.NONE;
    next[place] = next[next[last]]; // as if it were in place of another
    slots[slot] = place;
    held++;
    slotsUsed++;
    if (slotsUsed * 3 > slots.length * 2) {
      makeSlotsAnew();
    }
    return place;
  }

  private void resize(int length) {
    objects = Arrays.copyOf(objects, length);
    numbers = Arrays.copyOf(numbers, length);
    starts = Arrays.copyOf(starts, length);
    spans = Arrays.copyOf(spans, length);
    next = Arrays.copyOf(next, length);
  }

  private void makeSlotsAnew() {
    makeSlots(held * 3 > slots.length ? slots.length * 2 : slots.length);
    slotsUsed = held;
    for (int place = 1; place < end; place++) {
      Object object = objects[place];
      if (object != NOTHING) {
        int slot = slot(object);
        while (slots[slot] != 0) {
          slot = (slot + 1) & (slots.length - 1);
        }
        slots[slot] = place;
      }
    }
  }
}
