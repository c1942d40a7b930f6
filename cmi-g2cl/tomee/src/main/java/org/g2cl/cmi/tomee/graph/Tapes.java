package org.g2cl.cmi.tomee.graph;

import java.util.ArrayList;
import java.util.List;

/** Tapes of the large holders of a graph. */
final class Tapes {
  private static final int MOST = 16;

  private final List<Tape> all = new ArrayList<>(0);

  /** How many parts have been passed by since the graph began. */
  private int passed;

  /** Goes back to the begin of the graph. */
  void rewind() {
    passed = 0;
  }

  /** Tape of a holder, or null when there are too many. */
  Tape of(Object holder, int count) {
    for (Tape tape : all) {
      if (tape.isOf(holder)) {
        return tape;
      }
    }
    if (all.size() == MOST) {
      return null;
    }
    Tape tape = new Tape(holder, count);
    all.add(tape);
    return tape;
  }

  void countPassed() {
    passed++;
  }

  int passed() {
    return passed;
  }

  /** How many objects are held. */
  int held() {
    return all.stream().mapToInt(Tape::held).sum();
  }

  /** The object of that number is mentioned once more. */
  void mentionedAgain(int number) {
    for (Tape tape : all) {
      tape.mentionedAgain(number);
    }
  }

  /** Forgets the tapes that were not used. */
  void sweep() {
    if (!all.isEmpty()) {
      all.removeIf(tape -> !tape.end());
    }
  }

  int heapBytes() {
    int bytes = 0;
    for (Tape tape : all) {
      bytes += tape.heapBytes();
    }
    return bytes;
  }
}
