package org.g2cl.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongPredicate;

/**
 * Entries of a replica. Writes come one at a time, in the same order at all members of a partition,
 * and so give the same tree; reads go on meanwhile.
 */
final class Tree {
  static final int MAX_ENTRIES = 100_000;

  /** What became of a write. */
  enum Outcome {
    DONE,
    TAKEN,
    ABSENT,
    FULL,
    IGNORED;

    private static final List<Outcome> BY_CODE = List.of(values());

    static Outcome of(byte code) {
      return BY_CODE.get(code);
    }

    byte code() {
      return (byte) BY_CODE.indexOf(this);
    }
  }

  private final ConcurrentNavigableMap<String, Entry> entries = new ConcurrentSkipListMap<>();
  private final Changes changes;
  private long count;

  /** Hears of changes, in their order, while they are made. */
  interface Changes {
    /** Says that a name has a new entry. */
    void bound(String name);

    /** Says that a name has none any more. */
    void freed(Entry last);
  }

  /** Creates an empty one. */
  Tree(Changes changes) {
    this.changes = changes;
  }

  synchronized Outcome bind(String name, byte[] value, long owner) {
    return entries.containsKey(name) ? Outcome.TAKEN : rebind(name, value, owner);
  }

  synchronized Outcome rebind(String name, byte[] value, long owner) {
    if (entries.size() >= MAX_ENTRIES && !entries.containsKey(name)) {
      return Outcome.FULL;
    }
    put(new Entry(name, value, owner, ++count));
    return Outcome.DONE;
  }

  synchronized Outcome unbind(String name) {
    count++;
    return remove(name) ? Outcome.DONE : Outcome.ABSENT;
  }

  /** Frees a name if it still has that version. */
  synchronized Outcome unbind(String name, long owner, long version) {
    Entry present = entries.get(name);
    boolean meant = present != null && present.owner() == owner && present.version() == version;
    return meant ? unbind(name) : Outcome.ABSENT;
  }

  /** Adds entries that are missing, or beat those that are there. */
  synchronized void merge(Collection<Entry> announced) {
    for (Entry entry : announced) {
      count = Math.max(count, entry.version());
      Entry present = entries.get(entry.name());
      boolean room = present != null || entries.size() < MAX_ENTRIES;
      if (room && (present == null || entry.beats(present))) {
        put(entry);
      }
    }
  }

  /** Replaces all entries. */
  synchronized void load(Collection<Entry> state) {
    List<Entry> before = List.copyOf(entries.values());
    entries.clear();
    count = 0;
    merge(state);
    for (Entry entry : before) {
      if (!entries.containsKey(entry.name())) {
        changes.freed(entry);
      }
    }
  }

  /** Drops the entries of the owners that the test does not keep. */
  synchronized void retain(LongPredicate ownerKept) {
    for (Entry entry : entries.values()) {
      if (!ownerKept.test(entry.owner())) {
        remove(entry.name());
      }
    }
  }

  private void put(Entry entry) {
    entries.put(entry.name(), entry);
    changes.bound(entry.name());
  }

  private boolean remove(String name) {
    Entry last = entries.remove(name);
    if (last == null) {
      return false;
    }
    changes.freed(last);
    return true;
  }

  Entry get(String name) {
    return entries.get(name);
  }

  /** Names of all entries, in their order. */
  Set<String> names() {
    return new LinkedHashSet<>(entries.keySet());
  }

  /** Entries of a subtree, in the order of names. */
  List<Entry> under(String prefix) {
    List<Entry> found = new ArrayList<>();
    for (Entry entry : entries.tailMap(prefix).values()) {
      if (Names.within(entry.name(), prefix)) {
        found.add(entry);
      } else if (!entry.name().startsWith(prefix)) {
        break;
      }
    }
    return found;
  }

  /** All entries at one point between writes. */
  synchronized List<Entry> all() {
    return List.copyOf(entries.values());
  }

  /** All entries of an owner at one point between writes. */
  List<Entry> of(long owner) {
    return all().stream().filter(entry -> entry.owner() == owner).toList();
  }
}
