package org.g2cl.simulate;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Threads of one {@link World} that run fibers, kept while they have none. Used by who has the
 * turn. Not shared among worlds, so that all threads of a world stay on the processor of the thread
 * that began it.
 */
final class Carriers {
  private final Deque<Carrier> idle = new ArrayDeque<>();

  /** One that runs no fiber. */
  Carrier idle() {
    Carrier carrier = idle.poll();
    return carrier == null ? new Carrier() : carrier;
  }

  /** Notes that it may get a fiber again; by itself, just before it gives the turn away. */
  void rest(Carrier carrier) {
    idle.push(carrier);
  }

  /** Ends those that run no fiber. */
  void end() {
    idle.forEach(Carrier::end);
    idle.clear();
  }
}
