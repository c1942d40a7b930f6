package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Making known that copies which miss a change are out of step, before the change counts.
 *
 * <p>A member that holds an older copy may be silent now and, in a later view, be the only one that
 * holds any. So a majority of the view has to know that something newer exists; whoever takes the
 * session over there hears of it, and of all that may have it: when these are all gone for good, an
 * older copy is the newest.
 */
final class OutOfStep {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Node node;
  private final Entry entry;

  /** Members that know of it; guarded by itself. */
  private final Set<SocketAddress> know = new LinkedHashSet<>();

  /** Members asked that have not answered; guarded by {@link #know}. */
  private final Set<SocketAddress> pending = new LinkedHashSet<>();

  private volatile boolean refused;

  /** Creates one, to be used once. */
  OutOfStep(Node node, Entry entry) {
    this.node = node;
    this.entry = entry;
  }

  /**
   * What is to be told before a change of this owner counts, or null when there is nothing: when no
   * copy may exist that misses it, and none is known of which it is not known who has it.
   *
   * @param acknowledged members that have the change
   */
  Frame.Floor due(Change change, List<SocketAddress> acknowledged) {
    Set<SocketAddress> have;
    synchronized (entry) {
      if (!isDue(node, entry, acknowledged)) {
        return null;
      }
      have = new LinkedHashSet<>(acknowledged);
      SocketAddress self = node.link().self();
      if (self != null) { // else this member is just leaving
        have.add(self);
      }
      for (Map.Entry<SocketAddress, Stamp> sent : entry.asked().entrySet()) {
        if (!change.stamp().newerThan(sent.getValue())) {
          have.add(sent.getKey());
        }
      }
    }
    return new Frame.Floor(
        entry.session(),
        change.stamp().epoch(),
        change.stamp(),
        node.primary().tokens().of(List.copyOf(have)));
  }

  /**
   * Tells whether there may be anything to tell; asked at every call, so without an object or a set
   * of its own. The caller holds the entry's monitor.
   */
  static boolean isDue(Node node, Entry entry, List<SocketAddress> acknowledged) {
    if (entry.isFloorDue()
        || !entry.holders().areAmong(acknowledged)
        || !acknowledged.containsAll(entry.asked().keySet())) {
      return true;
    }
    if (entry.copy().floor().equals(Stamp.NONE)) {
      return false;
    }
    if (isNewHolder(node, entry, node.link().self())) {
      return true;
    }
    for (SocketAddress member : acknowledged) {
      if (isNewHolder(node, entry, member)) {
        return true;
      }
    }
    return false;
  }

  /**
   * What is to be told before that member is given the content here, or null when there is nothing:
   * whoever goes on without both must know that it may have it.
   */
  Frame.Floor dueBefore(SocketAddress member) {
    SocketAddress self = node.link().self();
    if (self == null) {
      return null; // just leaving; nothing can be given any more
    }
    List<SocketAddress> both = List.of(self, member);
    synchronized (entry) {
      SessionCopy copy = entry.copy();
      if (!node.primary().isRuled()
          || copy.isOutOfStep()
          || both.stream().noneMatch(one -> isNewHolder(node, entry, one))) {
        return null;
      }
      List<Long> holders = SessionCopy.union(copy.floorHolders(), node.primary().tokens().of(both));
      return new Frame.Floor(entry.session(), 0, copy.floor(), holders);
    }
  }

  private static boolean isNewHolder(Node node, Entry entry, SocketAddress member) {
    SessionCopy copy = entry.copy();
    return !copy.floor().equals(Stamp.NONE)
        && !node.primary().tokens().isAmong(member, copy.floorHolders());
  }

  /**
   * Makes it known, and waits for a majority.
   *
   * @throws FencedException when a member knows of a later owner
   * @throws PropagationException when the majority does not answer in time, or this member is out
   *     of the group
   */
  void tell(Frame.Floor floor, long deadlineNanos) throws PropagationException {
    byte[] frame = FrameCodec.encode(floor);
    do {
      SocketAddress self = node.link().self();
      if (self == null) {
        throw new PropagationException(
            "session %s: this member is out of the group; retry the request on another member"
                .formatted(entry.session()));
      }
      if (node.primary().note(floor, self)) {
        know(self);
      }
      for (SocketAddress member : node.others()) {
        if (isToAsk(member)) {
          ask(member, frame, deadlineNanos);
        }
      }
    } while (!awaitQuorum(deadlineNanos));
    synchronized (entry) {
      entry.copy().raiseFloor(floor.stamp(), floor.holders());
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

  /**
   * A later change need not be made known because of copies older than this one. A member that was
   * sent one and has not said that it has it counts as a holder: it is told to drop it some time
   * later, when what is under way to it has arrived.
   */
  void forgetTheOld(Stamp told) {
    synchronized (entry) {
      entry.floorDue(false);
      for (Map.Entry<SocketAddress, Stamp> sent : new ArrayList<>(entry.asked().entrySet())) {
        if (told.newerThan(sent.getValue())) {
          entry.notAsked(sent.getKey());
          noteUnheard(sent.getKey(), sent.getValue());
        } else {
          noteUnheard(sent.getKey(), told.before()); // perhaps still an older one
        }
      }
      for (SocketAddress member : new ArrayList<>(entry.holders().members())) {
        if (!node.placement().isMember(member)) {
          entry.holders().remove(member);
        }
      }
    }
  }

  private void noteUnheard(SocketAddress member, Stamp sent) {
    if (node.placement().isStaying(member)) {
      entry.holders().note(member, sent);
    }
  }
}
