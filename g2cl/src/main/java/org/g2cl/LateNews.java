package org.g2cl;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * What has come while a thread of its own tells a view that was missed: it is told by that thread,
 * after that view, since listeners hear one thing at a time, in order. To be called with one lock.
 */
final class LateNews {
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean telling;

  /** The caller tells from now on, until there is no {@link #next}. */
  void begin() {
    telling = true;
  }

  /**
   * Hands this over to the thread that tells; false when there is none: the caller is to tell it.
   */
  boolean handOver(Runnable news) {
    return telling && waiting.add(news);
  }

  /**
   * What the thread that tells is to tell next; null when that was all, and then it tells no more.
   */
  Runnable next() {
    Runnable next = waiting.poll();
    telling = next != null;
    return next;
  }
}
