package org.g2cl.cmi.tomee;

import java.io.ObjectOutputStream;

/**
 * How deep the objects that a stream writes are nested, counted as a reader does. Not thread-safe.
 *
 * <p>A stream tells of each new object, and not when it is through with one. An object is at most
 * one deeper than the one before it, so the stack is looked at only where it could be too deep by
 * that: rarely, and never for a graph of few objects. (Each object that is being written has a call
 * of {@code writeObject0} there; checked with JDK 17.)
 */
final class WrittenDepth {
  private static final String METHOD = "writeObject0";
  private static final StackWalker STACK = StackWalker.getInstance();

  private int atMost;
  private boolean tooDeep;

  /** Begins a graph. */
  void begin() {
    atMost = 0;
    tooDeep = false;
  }

  /** Notes that the stream has come to a new object. */
  void next() throws TooDeepException {
    if (++atMost > StreamLimits.MAX_DEPTH) {
      atMost = counted();
      if (atMost > StreamLimits.MAX_DEPTH) {
        tooDeep = true;
        throw new TooDeepException();
      }
    }
  }

  /** Ends a graph; a class that writes itself may have caught what was thrown. */
  void end() throws TooDeepException {
    if (tooDeep) {
      throw new TooDeepException();
    }
  }

  private static int counted() {
    return STACK.walk(frames -> (int) frames.filter(WrittenDepth::isOfAnObject).count());
  }

  private static boolean isOfAnObject(StackWalker.StackFrame frame) {
    return frame.getMethodName().equals(METHOD)
        && frame.getClassName().equals(ObjectOutputStream.class.getName());
  }
}
