package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Making known that copies which miss a change are out of step, before the change counts.
 *
 * <p>A member that holds an older copy may be silent now and, in a later view, be the only one that
 * holds any. So a majority of the view has to know that something newer exists; whoever takes the
 * session over there hears of it. Used by the only call that is in the session.
 */
final class OutOfStep {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Node node;
  private final Entry entry;
  private final Change change;

  /** Members that have the change. */
  private final Set<SocketAddress> have = new LinkedHashSet<>();

  /** Members that know of it; guarded by itself. */
  private final Set<SocketAddress> know = new LinkedHashSet<>();

  /** Members asked that have not answered; guarded by {@link #know}. */
  private final Set<SocketAddress> pending = new LinkedHashSet<>();

  private volatile boolean refused;

  /**
   * Creates one.
   *
   * @param acknowledged members that have the change
   */
  OutOfStep(Node node, Entry entry, Change change, List<SocketAddress> acknowledged) {
    this.node = node;
    this.entry = entry;
    this.change = change;
    have.add(node.link().self());
    have.addAll(acknowledged);
  }

  /** Tells whether a copy may exist that misses the change. */
  boolean isDue() {
    synchronized (entry) {
      return node.primary().isRuled()
          && (entry.isFloorDue()
              || !have.containsAll(entry.holders().members())
              || !have.containsAll(entry.asked().keySet()));
    }
  }

  /**
   * Makes it known, and waits for a majority.
   *
   * @throws FencedException when a member knows of a later owner
   * @throws PropagationException when the majority does not answer in time
   */
  void run(long deadlineNanos) throws PropagationException {
    Frame.Floor floor =
        new Frame.Floor(
            entry.session(),
            change.stamp().epoch(),
            change.stamp(),
            node.primary().tokens(List.copyOf(have)));
    byte[] frame = FrameCodec.encode(floor);
    while (true) {
      if (node.primary().note(floor)) {
        know(node.link().self());
      }
      for (SocketAddress member : node.others()) {
        if (isToAsk(member)) {
          ask(member, frame, deadlineNanos);
        }
      }
      if (awaitQuorum(deadlineNanos)) {
        forgetTheOld();
        return;
      }
    }
  }

  private void know(SocketAddress member) {
    synchronized (know) {
      know.add(member);
    }
  }

  private boolean isToAsk(SocketAddress member) {
    synchronized (know) {
      return !know.contains(member) && pending.add(member);
    }
  }

  private void ask(SocketAddress member, byte[] frame, long deadlineNanos) {
    long left = Math.max(1, deadlineNanos - node.scheduler().nanoTime());
    var unused =
        node.link()
            .askSurely(member, frame, Duration.ofNanos(left))
            .whenComplete((answer, failure) -> answered(member, Verdict.of(answer)));
  }

  private void answered(SocketAddress member, Verdict verdict) {
    synchronized (know) {
      pending.remove(member);
      if (verdict == Verdict.ACK) {
        know.add(member);
      } else if (verdict == Verdict.STALE || verdict == Verdict.STRANGER) {
        refused = true;
      }
      node.scheduler().signalAll(know);
    }
  }

  /** Waits a little; true when the majority knows. */
  private boolean awaitQuorum(long deadlineNanos) throws PropagationException {
    long end = node.scheduler().nanoTime() + PAUSE_NANOS;
    synchronized (know) {
      long left = PAUSE_NANOS;
      while (!refused && !node.primary().isQuorum(know) && left > 0) {
        waitNanos(left);
        left = end - node.scheduler().nanoTime();
      }
      if (refused) {
        throw new FencedException(
            "session %s: another member has taken it over from %s; retry the request, any member finds the session"
                .formatted(entry.session(), node.link().self()));
      }
      if (node.primary().isQuorum(know)) {
        return true;
      }
    }
    if (deadlineNanos - node.scheduler().nanoTime() <= 0) {
      throw new PropagationException(
          "session %s: the majority of the group did not answer %s in time; retry the request on another member"
              .formatted(entry.session(), node.link().self()));
    }
    return false;
  }

  private void waitNanos(long nanos) throws PropagationException {
    try {
      node.scheduler().await(know, nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PropagationException(
          "session %s: interrupted while waiting for members".formatted(entry.session()), e);
    }
  }

  private void forgetTheOld() {
    synchronized (entry) {
      entry.floorDue(false);
      entry.asked().values().removeIf(sent -> change.stamp().newerThan(sent));
      for (SocketAddress member : new ArrayList<>(entry.holders().members())) {
        if (!node.placement().isMember(member)) {
          entry.holders().remove(member);
        }
      }
    }
  }
}
