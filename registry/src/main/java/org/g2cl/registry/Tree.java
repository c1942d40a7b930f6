package org.g2cl.registry;

import java.util.ArrayList;
import java.util.Arrays;
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
  private final FreedNames freed = new FreedNames();
  private final Changes changes;

  /** Writes that were applied, or more: no entry has a higher version. */
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
    freed.add(name, ++count);
    return remove(name) ? Outcome.DONE : Outcome.ABSENT;
  }

  /**
   * Frees a name if it still has that version. That is no write of which members count: some have
   * that version, others do not.
   */
  synchronized Outcome unbind(String name, long owner, long version) {
    Entry present = entries.get(name);
    boolean meant = present != null && present.owner() == owner && present.version() == version;
    return meant && remove(name) ? Outcome.DONE : Outcome.ABSENT;
  }

  /** Adds entries that are missing, or beat those that are there. */
  synchronized void merge(Collection<Entry> others) {
    for (Entry entry : others) {
      Entry present = entries.get(entry.name());
      if (present == null || entry.beats(present)) {
        putIfRoom(entry);
      }
    }
    reach(others);
  }

  /**
   * Takes what an owner announces: what is missing, what beats others' entries, and of its own what
   * it says they are, so that members agree again whose counts of writes did not.
   */
  synchronized void take(Counted announced) {
    boolean isBehind = count < announced.count();
    long made = isBehind ? 0 : announced.count(); // behind, it cannot be told what came since
    for (Entry entry : announced.entries()) {
      Entry present = entries.get(entry.name());
      if (present == null ? !freed.passOver(entry) : replaces(entry, present, made)) {
        putIfRoom(entry);
      }
    }
    reach(announced);
  }

  /**
   * Whether an owner's entry takes the place of what is there. An entry of its own that it has
   * written since it made the announcement is left, unless that did not change the value: whether
   * it was written since cannot be told where this member counts ahead of the owner, or behind it,
   * and versions that differ for good would be announced without end.
   */
  private static boolean replaces(Entry entry, Entry present, long made) {
    if (entry.owner() != present.owner() || entry.version() > present.version()) {
      return entry.beats(present);
    }
    return !entry.same(present)
        && (present.version() <= made || Arrays.equals(entry.value(), present.value()));
  }

  private void putIfRoom(Entry entry) {
    if (entries.size() < MAX_ENTRIES || entries.containsKey(entry.name())) {
      put(entry);
    }
  }

  /**
   * Counts on from where another member was, when that is further. In total order only: then
   * members that count alike go on to do so, and others come to.
   */
  synchronized void reach(Counted other) {
    count = Math.max(count, other.count());
    reach(other.entries());
  }

  private void reach(Collection<Entry> others) {
    others.forEach(entry -> count = Math.max(count, entry.version()));
  }

  /** Replaces all entries, and counts on from that state. */
  synchronized void load(Counted state) {
    List<Entry> before = List.copyOf(entries.values());
    entries.clear();
    freed.clear();
    count = state.count();
    merge(state.entries());
    for (Entry entry : before) {
      if (!entries.containsKey(entry.name())) {
        changes.freed(entry);
      }
    }
  }

  /**
   * Forgets what was freed: members came whose entries were made apart from here, so their versions
   * tell nothing of what came before.
   */
  synchronized void forgetFreed() {
    freed.clear();
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

  /** All entries and the count of writes, at one point between writes. */
  synchronized Counted state() {
    return new Counted(all(), count);
  }

  synchronized long count() {
    return count;
  }

  /** All entries of an owner at one point between writes. */
  List<Entry> of(long owner) {
    return all().stream().filter(entry -> entry.owner() == owner).toList();
  }
}
