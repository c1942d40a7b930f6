package org.g2cl.cmi.tomee.graph;

import java.util.Arrays;

/** Objects by identity, each with the number under which it was last mentioned. */
final class Mentions {
  /** What new objects had for a number. */
  static final int NEW = -1;

  private static final int FIRST_CAPACITY = 128;
  private static final int MIX = 0x9E3779B9;

  private Object[] objects = new Object[FIRST_CAPACITY];
  private int[] numbers = new int[FIRST_CAPACITY];

  /** Slots in use, so that a table that a large graph has made costs small ones nothing. */
  private int[] used = new int[FIRST_CAPACITY / 2 + 1];

  private int shift = Integer.SIZE - Integer.numberOfTrailingZeros(FIRST_CAPACITY);
  private int size;

  /** Number of the object before, or {@link #NEW}; from now on it has the number given. */
  int put(Object object, int number) {
    int slot = slot(object);
    if (objects[slot] != null) {
      int before = numbers[slot];
      numbers[slot] = number;
      return before;
    }
    objects[slot] = object;
    numbers[slot] = number;
    used[size++] = slot;
    if (size * 2 > objects.length) {
      grow();
    }
    return NEW;
  }

  private int slot(Object object) {
    int slot = (System.identityHashCode(object) * MIX) >>> shift;
    while (objects[slot] != null && objects[slot] != object) {
      slot = (slot + 1) & (objects.length - 1);
    }
    return slot;
  }

  private void grow() {
    Object[] before = objects;
    int[] numbersBefore = numbers;
    objects = new Object[before.length * 2];
    numbers = new int[before.length * 2];
    used = Arrays.copyOf(used, before.length + 1);
    shift--;
    for (int i = 0; i < size; i++) {
      Object object = before[used[i]];
      int number = numbersBefore[used[i]];
      used[i] = slot(object);
      objects[used[i]] = object;
      numbers[used[i]] = number;
    }
  }

  void clear() {
    for (int i = 0; i < size; i++) {
      objects[used[i]] = null;
    }
    size = 0;
  }
}
