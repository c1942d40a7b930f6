package org.g2cl.cmi.tomee.graph;

import java.util.Arrays;

/**
 * Objects by identity, each with the number under which it was last mentioned.
 *
 * <p>A number counts when the object is the one that was mentioned under it, and it is below those
 * that are still to come; so nothing is cleared for the next time, and what is skipped then keeps
 * its numbers.
 *
 * <p>Those of one graph can be kept for the next time that it is written, see {@link Trail}. Then
 * each object is looked for first where it was last time, behind the one that was new before it,
 * and found without its hash. What an object has here is found by its place, a number from 1 on.
 */
final class Mentions {
  /** Number of objects that were not mentioned. */
  static final int NEW = -1;

  /** Number of an object that is being written and not mentioned yet. */
  static final int NOT_YET = -2;

  /** The same of one that was here last time. */
  private static final int KNOWN_NOT_YET = -3;

  private static final int FIRST_CAPACITY = 64;
  private static final int MIX = 0x9E3779B9;

  /** Larger tables are given back to the heap rather than cleared. */
  private static final int LARGE = 4_096;

  /** What stands at places without an object; equal to nothing that a graph holds. */
  private static final Object NOTHING = new Object();

  private Object[] objects;
  private int[] numbers;

  /** Places by number. */
  private int[] order;

  private int mentioned;

  /** Whether an object of last time was mentioned under another number than then. */
  private boolean displaced;

  private final Tapes tapes = new Tapes();

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

  /** Place that was expected where an object was new, which perhaps it replaces. */
  private int replaced;

  Mentions() {
    clear();
  }

  /** Forgets all objects. */
  void clear() {
    if (slots == null || slots.length > LARGE) {
      objects = new Object[FIRST_CAPACITY];
      numbers = new int[FIRST_CAPACITY];
      order = new int[FIRST_CAPACITY];
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
    rewind();
  }

  private void makeSlots(int length) {
    slots = new int[length];
    shift = Integer.SIZE - Integer.numberOfTrailingZeros(length);
  }

  /** Forgets the numbers and goes back to the begin of the graph. */
  void rewind() {
    mentioned = 0;
    last = 0;
    met = 0;
    replaced = 0;
    displaced = false;
    tapes.rewind();
  }

  Tapes tapes() {
    return tapes;
  }

  /** Forgets the objects that were not mentioned since {@link #rewind}. */
  void sweep() {
    if (met < held) {
      sweep(replaced);
    }
    for (int place = 1; met < held && place < end; place++) {
      sweep(place);
    }
    tapes.sweep();
  }

  private void sweep(int place) {
    if (objects[place] != NOTHING && isNew(place)) {
      objects[place] = NOTHING;
      next[place] = empty;
      empty = place;
      held--;
    }
  }

  /** Gives room that is not used back to the heap. */
  void trim() {
    resize(end + end / 8 + 1);
    order = Arrays.copyOf(order, mentioned + mentioned / 8 + 1);
  }

  /** Bytes of heap, without the objects. */
  int heapBytes() {
    return (objects.length * 5 + order.length + slots.length) * Integer.BYTES + tapes.heapBytes();
  }

  /** Place of an object, which it keeps from now on. */
  int place(Object object) {
    int place = next[last];
    if (objects[place] != object) {
      place = search(object);
    }
    if (isNew(place)) {
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
    return objects[place] != object || starts[place] == 0 || !isNew(place) ? 0 : place;
  }

  private boolean isNew(int place) {
    int number = numbers[place];
    return number >= mentioned || number == NEW || (number >= 0 && order[number] != place);
  }

  /** Number of an object, {@link #NEW} or {@link #NOT_YET}. */
  int number(int place) {
    return isNew(place) ? NEW : Math.max(numbers[place], NOT_YET);
  }

  /** Notes that an object that is new is going to be mentioned. */
  void expect(int place) {
    numbers[place] = numbers[place] == NEW ? NOT_YET : KNOWN_NOT_YET;
  }

  /** Numbers the object of that place. */
  void mention(int place) {
    if (mentioned == order.length) {
      order = Arrays.copyOf(order, 2 * mentioned);
    }
    if (order[mentioned] != place) {
      order[mentioned] = place;
      displaced |= numbers[place] >= 0 || numbers[place] == KNOWN_NOT_YET;
    }
    numbers[place] = mentioned++;
  }

  /** How often objects have been mentioned. */
  int mentioned() {
    return mentioned;
  }

  /** Place of the object that was new last. */
  int last() {
    return last;
  }

  /** Whether each object of last time that has been mentioned has its number of then. */
  boolean areInPlace() {
    return !displaced;
  }

  /**
   * Passes objects by that were new last time, and are again.
   *
   * @param mentions how often they are mentioned
   * @param objects how many they are
   * @param lastPlace of the last one, if there is one
   */
  void skip(int mentions, int objects, int lastPlace) {
    mentioned += mentions;
    met += objects;
    if (objects > 0) {
      last = lastPlace; // else that of one before, which may have gone
    }
  }

  /** Mentions the object of that place, which is the next one. */
  void pass(int place) {
    mention(place);
    last = place;
    met++;
  }

  /**
   * Mentions the object of that place, which is the next one, and the texts in it.
   *
   * @param moved how far its bytes lie from where they were
   * @return false, with nothing done, when one of the texts was mentioned already
   */
  boolean pass(int place, int span, int moved) {
    int inner = Span.inner(span);
    int text = place;
    for (int i = 0; i < inner; i++) {
      text = next[text];
      if (!isNew(text) || starts[text] == 0) {
        return false;
      }
    }
    boolean isLast = Span.isLast(span);
    if (!isLast) {
      mention(place);
    }
    starts[place] += moved;
    text = place;
    for (int i = 0; i < inner; i++) {
      text = next[text];
      mention(text);
      starts[text] += moved;
    }
    if (isLast) {
      mention(place);
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
    replaced = next[last];
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
