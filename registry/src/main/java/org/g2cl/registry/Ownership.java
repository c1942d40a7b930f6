package org.g2cl.registry;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.g2cl.Scheduler;

/**
 * What this member has bound. Outlives the group, to be announced again when it joins again or
 * misses an entry of its own in the tree.
 */
final class Ownership {
  private final Scheduler scheduler;
  private final Tree tree;
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();

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
    entries.replaceAll(
        (name, entry) -> new Entry(name, entry.value(), number, entry.version() + 1));
  }

  /** Notes what a write to that name made of it. */
  void follow(String name) {
    Entry now = tree.get(name);
    if (now != null && now.owner() == number) {
      entries.put(name, now);
    } else {
      entries.remove(name);
    }
  }

  /** Notes that what the tree has counted so far was followed. */
  void caughtUp() {
    followed = tree.count();
  }

  boolean has(String name) {
    return entries.containsKey(name);
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
