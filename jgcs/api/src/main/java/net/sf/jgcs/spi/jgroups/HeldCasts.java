package net.sf.jgcs.spi.jgroups;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Messages for a new coordinator to cast, that wait until all members came equally far.
 *
 * <p>Thread-safe.
 *
 * @param <M> message of the engine
 */
final class HeldCasts<M> {
  private static final int MOST = 1_000;

  private final Queue<M> held = new ArrayDeque<>();

  /**
   * Take-over for whose end what comes to be cast has to queue, or behind what did; 0 for none. It
   * has the number of its view.
   */
  private long takeOver;

  private boolean isStopped;

  /** Begins to hold for a take-over, or ends with 0; what is held for the one before is dropped. */
  synchronized void begin(long view) {
    held.clear();
    takeOver = isStopped ? 0 : view;
    notifyAll();
  }

  /** Ends, for good. */
  synchronized void stop() {
    isStopped = true;
    begin(0);
  }

  /** Take-over that is waited for; 0 for none. */
  synchronized long takeOver() {
    return takeOver;
  }

  /**
   * Queues a message if it has to wait. Waits itself while too many are queued; not when it is
   * interrupted, as by an engine that stops.
   *
   * @return false when it may be cast now
   */
  synchronized boolean holds(M message) {
    try {
      while (takeOver != 0 && held.size() >= MOST) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the engine stops
    }
    return takeOver != 0 && held.add(message);
  }

  /** First message; null when there is none, and then no other has to wait, or when it is over. */
  synchronized M next(long ended) {
    if (ended == 0 || takeOver != ended) {
      return null;
    }
    M next = held.poll();
    if (next == null) {
      takeOver = 0;
    }
    notifyAll();
    return next;
  }
}
