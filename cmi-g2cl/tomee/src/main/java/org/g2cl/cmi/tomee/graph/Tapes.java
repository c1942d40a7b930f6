package org.g2cl.cmi.tomee.graph;

import java.util.ArrayList;
import java.util.List;

/** Tapes of the large holders of a graph. */
final class Tapes {
  private static final int MOST = 16;

  private final List<Tape> all = new ArrayList<>(0);

  /** Numbers of the objects in parts of tapes that hold, from the first to behind the last. */
  private int from;

  private int to;

  /** Whether one of these objects is mentioned elsewhere too. */
  private boolean mentionedAgain;

  /** Goes back to the begin of the graph. */
  void rewind() {
    from = Integer.MAX_VALUE;
    to = 0;
    mentionedAgain = false;
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

  /** Part of a tape holds, with the objects of those numbers. */
  void hold(int first, int end) {
    from = Math.min(from, first);
    to = Math.max(to, end);
  }

  /** An object is mentioned once more. */
  void mentionedAgain(int number) {
    mentionedAgain |= number >= from && number < to;
  }

  /** Forgets the tapes that were not used, and what does not hold. */
  void sweep() {
    if (!all.isEmpty()) {
      all.removeIf(tape -> !tape.end());
      if (mentionedAgain) {
        all.forEach(Tape::release);
      }
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
