package org.g2cl;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Gate that totally ordered messages pass at a member that may not have its state yet.
 *
 * <p>Without a state they are dropped: the snapshot to come holds their effects. From the point of
 * the total order where the snapshot is taken they are held. When the state is there they are
 * replayed in order, and from then on pass.
 */
final class StateGate {
  static final long MAX_HELD_BYTES = 256L * 1024 * 1024;

  /** What a held message takes besides its own bytes, about. */
  private static final int OVERHEAD = 256;

  /** What the gate does with a message. */
  enum Phase {
    DROPPING,
    HOLDING,
    OPEN
  }

  private record Held(G2CLMessage message, Consumer<G2CLMessage> receiver) {}

  private final Queue<Held> held = new ArrayDeque<>();
  private long heldBytes;
  private volatile Phase phase = Phase.DROPPING;

  boolean isOpen() {
    return phase == Phase.OPEN;
  }

  /** True when the message passes now; otherwise it was dropped or is kept for the receiver. */
  boolean pass(G2CLMessage message, Consumer<G2CLMessage> receiver) {
    return phase == Phase.OPEN || passLocked(message, receiver);
  }

  private synchronized boolean passLocked(G2CLMessage message, Consumer<G2CLMessage> receiver) {
    if (phase == Phase.HOLDING) {
      held.add(new Held(message, receiver));
      heldBytes += OVERHEAD + message.getLength();
      if (heldBytes > MAX_HELD_BYTES) {
        reset();
      }
    }
    return phase == Phase.OPEN;
  }

  /** The snapshot is taken at this point: what came before is in it. */
  synchronized void hold() {
    if (phase != Phase.OPEN) {
      reset();
      phase = Phase.HOLDING;
    }
  }

  /** No state comes: back to the start. */
  synchronized void reset() {
    phase = Phase.DROPPING;
    held.clear();
    heldBytes = 0;
  }

  /** Opens at a member whose state is the empty one. */
  synchronized void openEmpty() {
    reset();
    phase = Phase.OPEN;
  }

  /** Replays what was held, then opens; false when it overflowed or was reset meanwhile. */
  boolean replayAndOpen() {
    Held next = takeOrOpen();
    while (next != null) {
      next.receiver().accept(next.message());
      next = takeOrOpen();
    }
    return isOpen();
  }

  private synchronized Held takeOrOpen() {
    Held next = held.poll();
    if (next != null) {
      heldBytes -= OVERHEAD + next.message().getLength();
    } else if (phase == Phase.HOLDING) {
      phase = Phase.OPEN;
    }
    return next;
  }
}
