package org.g2cl.propagation;

import java.net.SocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Giving of everything held here to the members that stay; used once, before leaving. */
final class HandOver {
  private static final Logger LOG = LoggerFactory.getLogger(HandOver.class);
  private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long ANNOUNCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Node node;
  private final Repair repair;
  private final long deadlineNanos;

  /** View whose members were told of the leave, and when. */
  private Placement.NamedView announced;

  private long announcedNanos;

  /** Sessions whose owners do without the copy here, as they said in that view. */
  private final Set<SessionId> confirmed = new HashSet<>();

  /** One has failed, and the log says so. */
  private boolean failed;

  /** The state of one cannot be read just now, and the log says so. */
  private boolean unreadable;

  HandOver(Node node, Repair repair, long deadlineNanos) {
    this.node = node;
    this.repair = repair;
    this.deadlineNanos = deadlineNanos;
  }

  /** Announces the leave; owners of the copies held here then find others to hold them. */
  void announce() {
    Placement.NamedView view = node.placement().view();
    if (view != announced) {
      confirmed.clear();
    }
    announced = view;
    announcedNanos = node.scheduler().nanoTime();
    node.link().tell(node.others(), FrameCodec.encode(new Frame.Leaving()));
  }

  /**
   * Waits until every session is held elsewhere; a call that runs for long holds up its own only.
   *
   * @param haveCallsEnded tells whether no call runs; none begins once that is so
   * @return sessions that are not held elsewhere, when the time is over
   */
  int run(BooleanSupplier haveCallsEnded) {
    while (true) {
      long begun = node.scheduler().nanoTime();
      boolean isLast = haveCallsEnded.getAsBoolean(); // before looking at what they leave
      int left = round();
      if ((left == 0 || !canDoMore()) && isLast) {
        return left;
      }
      if (isLate() || Thread.currentThread().isInterrupted()) {
        return left;
      }
      // all copies are asked about in each round, so a long call must not make many of them
      long lasted = node.scheduler().nanoTime() - begun;
      node.scheduler().pause(Math.max(CHECK_NANOS, Math.min(lasted, timeLeft())));
    }
  }

  private int round() {
    node.table().entries().forEach(node::tellDecision);
    if (isToAnnounce()) {
      announce();
    }
    return remaining();
  }

  /** A member that came has not heard of it, or had not seen its view yet. */
  private boolean isToAnnounce() {
    return node.placement().view() != announced
        || node.scheduler().nanoTime() - announcedNanos >= ANNOUNCE_NANOS;
  }

  /**
   * Tells whether waiting helps: a member stays that could take copies, now or when the view is
   * known to be primary.
   */
  private boolean canDoMore() {
    return staying() > 0 && node.primary().mayBePrimary();
  }

  /** What lives goes first: there may not be time for all. */
  private int remaining() {
    Map<Boolean, List<Entry>> byRemoval =
        node.table().entries().stream().collect(Collectors.partitioningBy(HandOver::isRemoved));
    return remaining(byRemoval.get(false)) + remaining(byRemoval.get(true));
  }

  private int remaining(List<Entry> entries) {
    int left = 0;
    for (Entry entry : entries) {
      if (!isElsewhereOrFails(entry)) {
        left++;
      }
    }
    return left;
  }

  private static boolean isRemoved(Entry entry) {
    synchronized (entry) {
      return entry.copy().isRemoved();
    }
  }

  /** One that fails must not hold up the others. */
  private boolean isElsewhereOrFails(Entry entry) {
    try {
      return isElsewhere(entry);
    } catch (UnreadableStateException e) { // asked again until the time is over
      if (!unreadable) {
        unreadable = true;
        LOG.warn(
            "{}: session {} cannot be handed over yet: {}",
            node.link().self(),
            entry.session(),
            e.getMessage());
      }
      return false;
    } catch (RuntimeException | Error e) {
      node.scheduler().caught(e);
      if (!failed) {
        failed = true;
        LOG.error("{}: session {} cannot be handed over", node.link().self(), entry.session(), e);
      }
      return false;
    }
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
      return isConfirmed(entry, (SocketAddress) owner);
    }
    // what a minority copied, the others could not know of when they go on
    boolean over = isLate() || !node.primary().isPrimary();
    int copies = over ? repair.copies(entry) : repair.mend(entry, wanted(), () -> true);
    return copies >= wanted();
  }

  /** Asks each time, as long as there is time: the owner may have lost what it counted on. */
  private boolean isConfirmed(Entry entry, SocketAddress owner) {
    if (isLate()) {
      return confirmed.contains(entry.session());
    }
    boolean isKnown = repair.isKnownTo(entry, owner);
    if (isKnown) {
      confirmed.add(entry.session());
    } else {
      confirmed.remove(entry.session());
    }
    return isKnown;
  }

  /** Sessions of which no other member, of those that stay, is known to have the newest content. */
  int lost() {
    int lost = 0;
    for (Entry entry : node.table().entries()) {
      synchronized (entry) {
        SessionCopy copy = entry.copy();
        boolean isHere = copy.isOwning() || repair.isOrphan(entry);
        lost += isHere && !copy.isBlank() && repair.copies(entry) == 0 ? 1 : 0;
      }
    }
    return lost;
  }

  /** Copies to leave behind: an owner's and as many backups as configured, if members allow. */
  private int wanted() {
    return Math.max(1, Math.min(staying(), node.backups() + 1));
  }

  private int staying() {
    int staying = 0;
    for (SocketAddress member : node.others()) {
      if (node.placement().isStaying(member)) {
        staying++;
      }
    }
    return staying;
  }

  private boolean isLate() {
    return timeLeft() <= 0;
  }

  private long timeLeft() {
    return deadlineNanos - node.scheduler().nanoTime();
  }
}
