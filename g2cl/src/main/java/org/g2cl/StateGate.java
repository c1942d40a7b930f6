package org.g2cl;

import java.util.function.Consumer;
import net.sf.jgcs.spi.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gate that totally ordered messages pass at a member that may not have its state yet.
 *
 * <p>Without a state they are dropped: the snapshot to come holds their effects. From the point of
 * the total order where the snapshot is taken they are held. When the state is there they are
 * replayed in order, and from then on pass.
 */
final class StateGate {
  private static final long MAX_HELD_BYTES = 256L * 1024 * 1024;

  /** What the gate does with a message. */
  enum Phase {
    DROPPING,
    HOLDING,
    OPEN
  }

  private static final Logger LOG = LoggerFactory.getLogger(StateGate.class);

  private final Scheduler scheduler;
  private final long maxHeldBytes;
  private final RareLog failed = new RareLog();
  private final HeldMessages held = new HeldMessages();
  private volatile Phase phase = Phase.DROPPING;

  /**
   * Creates one.
   *
   * @param scheduler counts what receivers of held messages throw
   */
  StateGate(Scheduler scheduler) {
    this(scheduler, MAX_HELD_BYTES);
  }

  /** Creates one that gives up when it would hold more. */
  StateGate(Scheduler scheduler, long maxHeldBytes) {
    this.scheduler = scheduler;
    this.maxHeldBytes = maxHeldBytes;
  }

  boolean isOpen() {
    return phase == Phase.OPEN;
  }

  /** Whether messages are held for the state to come. */
  boolean isHolding() {
    return phase == Phase.HOLDING;
  }

  /**
   * True when the message passes now; otherwise it was dropped or is kept for the receiver, which
   * is the same object each time.
   */
  boolean pass(G2CLMessage message, Consumer<G2CLMessage> receiver) {
    return phase == Phase.OPEN || passLocked(message, receiver);
  }

  private synchronized boolean passLocked(G2CLMessage message, Consumer<G2CLMessage> receiver) {
    if (phase == Phase.HOLDING) {
      keep(message, receiver);
    }
    return phase == Phase.OPEN;
  }

  /** Gives all up where there is no room, or no memory, for one: nothing may lack of the rest. */
  private void keep(G2CLMessage message, Consumer<G2CLMessage> receiver) {
    boolean isKept = false;
    try {
      held.add(message, receiver);
      isKept = held.bytes() <= maxHeldBytes;
    } finally {
      if (!isKept) {
        reset();
      }
    }
  }

  /**
   * The snapshot is taken at this point: what came before is in it. A state that this member has is
   * its own no more.
   */
  synchronized void hold() {
    reset();
    phase = Phase.HOLDING;
  }

  /** No state comes: back to the start. */
  synchronized void reset() {
    phase = Phase.DROPPING;
    held.clear();
  }

  /** Opens at a member whose state is the empty one. */
  synchronized void openEmpty() {
    reset();
    phase = Phase.OPEN;
  }

  /** Replays what was held, then opens; false when it overflowed or was reset meanwhile. */
  boolean replayAndOpen() {
    HeldMessages.Held next = takeOrOpen();
    while (next != null) {
      replay(next);
      next = takeOrOpen();
    }
    return isOpen();
  }

  /** As where messages are delivered: what a receiver throws is its own affair. */
  private void replay(HeldMessages.Held next) {
    try {
      next.receiver().accept(next.message());
    } catch (RuntimeException | Error e) {
      scheduler.caught(e);
      if (failed.count()) {
        LOG.error("receiver of held {} failed, {} so far", next.message(), failed.total(), e);
      }
    }
  }

  private synchronized HeldMessages.Held takeOrOpen() {
    HeldMessages.Held next = held.poll();
    if (next == null && phase == Phase.HOLDING) {
      phase = Phase.OPEN;
    }
    return next;
  }
}
