package org.g2cl.registry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.g2cl.Scheduler;

/**
 * What this member has bound. Outlives the group, to be announced again when it joins again or
 * misses an entry of its own in the tree.
 */
final class Ownership {
  private final Scheduler scheduler;
  private final Tree tree;
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();

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
  synchronized void renew() {
    number = scheduler.nextLong();
    entries.replaceAll(
        (name, entry) -> new Entry(name, entry.value(), number, entry.version() + 1));
  }

  /** Notes what a write to that name made of it. */
  synchronized void follow(String name) {
    Entry now = tree.get(name);
    if (now != null && now.owner() == number) {
      entries.put(name, now);
    } else {
      entries.remove(name);
    }
  }

  boolean has(String name) {
    return entries.containsKey(name);
  }

  List<Entry> all() {
    return List.copyOf(entries.values());
  }

  /**
   * All that is owned, by name.
   *
   * @param owner number of the membership
   * @param count of writes that are in it; later ones may not be
   */
  record Holdings(long owner, long count, List<Entry> entries) {}

  /** All that is owned at one point between the writes that {@link #write} applies. */
  synchronized Holdings holdings() {
    long count = tree.count();
    List<Entry> sorted = new ArrayList<>(entries.values());
    sorted.sort(Comparator.comparing(Entry::name));
    return new Holdings(number, count, sorted);
  }

  /** Applies a write to a name and notes what it made of it. */
  synchronized Tree.Outcome write(String name, Supplier<Tree.Outcome> action) {
    Tree.Outcome outcome = action.get();
    follow(name);
    return outcome;
  }
}
