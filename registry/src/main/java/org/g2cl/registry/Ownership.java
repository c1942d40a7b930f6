package org.g2cl.registry;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.g2cl.Scheduler;

/**
 * What this member has bound. Outlives the group, to be announced again when it joins again or
 * misses an entry of its own in the tree.
 */
final class Ownership {
  /** Longer than an announcement and what is taken back of it are under way. */
  private static final long PUT_BACK_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Scheduler scheduler;
  private final Tree tree;
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();

  /**
   * Own entries that an announcement beat, until somebody writes their names. Such an announcement
   * may have what its owner had freed, or another had replaced, before it was delivered: after a
   * merge, versions of parts that counted apart do not tell what came first. Then its owner takes
   * that back, and they are put back. At most one for each name of the tree.
   */
  private final Map<String, Displaced> displaced = new ConcurrentHashMap<>();

  /** An own entry, the one that is there in its place, and since when. */
  private record Displaced(Entry own, Entry winner, long since) {
    boolean by(Entry present) {
      return present != null && by(present.owner(), present.version());
    }

    boolean by(long owner, long version) {
      return winner.owner() == owner && winner.version() == version;
    }
  }

  /** Count of writes up to which {@link #entries} follow the tree. */
  private volatile long followed;

  /** Drawn anew for each membership, so that entries of a former one are told from this one's. */
  private volatile long number;

  Ownership(Scheduler scheduler, Tree tree) {
    this.scheduler = scheduler;
    this.number = scheduler.nextLong();
    this.tree = tree;
  }

  long number() {
    return number;
  }

  /** Takes another number; what was owned beats what is left of it under the old one. */
  void renew() {
    number = scheduler.nextLong();
    followed = 0; // the group that is joined counts on its own
    displaced.clear();
    entries.replaceAll(
        (name, entry) -> new Entry(name, entry.value(), number, entry.version() + 1));
  }

  /**
   * Gives up what others have bound while this member was not in the group, whose state the tree
   * now is. Their versions may be the same as those that {@link #renew} gave; what is left of this
   * member's own under its number of before has lower ones.
   */
  void giveWay() {
    entries
        .values()
        .removeIf(
            own -> {
              Entry present = tree.get(own.name());
              return present != null
                  && present.owner() != number
                  && present.version() >= own.version();
            });
  }

  /** Notes what a write to that name made of it. */
  void follow(String name) {
    Entry now = tree.get(name);
    if (now != null && now.owner() == number) {
      entries.put(name, now);
    } else {
      entries.remove(name);
    }
    displaced.computeIfPresent(name, (key, kept) -> kept.by(now) ? kept : null);
  }

  /** Notes what an announcement made of a name, if that is or was this member's. */
  void followAnnounced(String name) {
    Displaced before = displaced.get(name);
    Entry own = before == null ? entries.get(name) : before.own();
    if (own == null) {
      return;
    }
    follow(name);
    Entry now = tree.get(name);
    if (now != null && now.owner() != number) {
      displaced.put(name, new Displaced(own, now, scheduler.nanoTime()));
    }
  }

  /**
   * Puts the own entry back that was displaced by that one, which its owner has taken back; the
   * name is to be {@link #follow followed} then. Tells whether there was one. One that was
   * displaced long ago is not put back: its owner may have freed it, unheard here, since.
   */
  boolean putBack(String name, long owner, long version) {
    Displaced kept = displaced.get(name);
    if (kept == null
        || !kept.by(owner, version)
        || scheduler.nanoTime() - kept.since() > PUT_BACK_NANOS) {
      return false;
    }
    tree.merge(List.of(kept.own()));
    return true;
  }

  /**
   * Gives up what that owner's entries displaced, since it announces next: before it does, it has
   * taken back what it had freed.
   */
  void forgetDisplacedBy(long owner) {
    displaced.values().removeIf(kept -> kept.winner().owner() == owner);
  }

  /**
   * Gives up all that was displaced, since members have gone: what they freed, or others while they
   * went, may have been missed here, and must not be put back.
   */
  void forgetDisplaced() {
    displaced.clear();
  }

  /** Notes that what the tree has counted so far was followed. */
  void caughtUp() {
    followed = tree.count();
  }

  /** Whether a name is not this member's, nor will be when another entry is taken back. */
  boolean hasFreed(String name) {
    return !entries.containsKey(name) && !displaced.containsKey(name);
  }

  /** All that is owned, with the count of a write up to which, at least, it is so. */
  Counted counted() {
    long count = followed; // before the entries: they may be later, but never before it
    return new Counted(all(), count);
  }

  List<Entry> all() {
    return List.copyOf(entries.values());
  }
}
