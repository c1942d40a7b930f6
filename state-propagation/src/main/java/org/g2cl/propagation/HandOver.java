package org.g2cl.propagation;

import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Giving of everything held here to the members that stay; used once, before leaving. */
final class HandOver {
  private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Node node;
  private final Repair repair;
  private final long deadlineNanos;

  HandOver(Node node, Repair repair, long deadlineNanos) {
    this.node = node;
    this.repair = repair;
    this.deadlineNanos = deadlineNanos;
  }

  /** Announces the leave; owners of the copies held here then find others to hold them. */
  void announce() {
    node.link().tell(node.others(), FrameCodec.encode(new Frame.Leaving()));
  }

  /**
   * Waits until every session is held elsewhere.
   *
   * @return sessions that are not, when the time is over
   */
  int run() {
    int left;
    do {
      left = remaining();
      if (left > 0) {
        LockSupport.parkNanos(CHECK_NANOS);
      }
    } while (left > 0 && !isLate() && !Thread.currentThread().isInterrupted());
    return left;
  }

  private int remaining() {
    int left = 0;
    for (Entry entry : node.table().entries()) {
      if (!isElsewhere(entry)) {
        left++;
      }
    }
    return left;
  }

  private boolean isElsewhere(Entry entry) {
    Object owner;
    synchronized (entry) {
      SessionCopy copy = entry.copy();
      if (copy.isBlank()) {
        return true;
      }
      if (entry.isBusy()) {
        return false;
      }
      owner = copy.isOwning() || repair.isOrphan(entry) ? null : copy.owner();
    }
    if (owner != null) {
      return !isLate() && repair.isKnownTo(entry, (SocketAddress) owner);
    }
    int copies = isLate() ? repair.copies(entry) : repair.mend(entry, wanted(), () -> {});
    return copies >= wanted();
  }

  /** Copies to leave behind: an owner's and as many backups as configured, if members allow. */
  private int wanted() {
    int staying = 0;
    for (SocketAddress member : node.others()) {
      if (node.placement().isStaying(member)) {
        staying++;
      }
    }
    return Math.max(1, Math.min(staying, node.settings().backups() + 1));
  }

  private boolean isLate() {
    return System.nanoTime() - deadlineNanos >= 0;
  }
}
