package org.g2cl.cmi.jonas;

import java.io.InvalidObjectException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** What filling the hash tables of a stream costs. Not thread-safe. */
final class HashTables {
  /** Of {@code List.of}, {@code Set.of} and {@code Map.of}; it has one field. */
  static final String COLLECTION = "java.util.CollSer";

  /** These keep no order among keys that hash alike. */
  private static final Set<String> NEVER_ORDERED = Set.of("java.util.Hashtable", COLLECTION);

  /** Steps between the keys in what a hash table of the JDK writes; others are none. */
  private static final Map<String, Integer> KEY_STEPS = new HashMap<>();

  static {
    KEY_STEPS.put("java.util.HashMap", 2);
    KEY_STEPS.put("java.util.Hashtable", 2);
    KEY_STEPS.put("java.util.concurrent.ConcurrentHashMap", 2);
    KEY_STEPS.put("java.util.HashSet", 1);
  }

  private final ScanLimits limits;

  /** Of the collection whose field was read last: 1 is a list, 2 a set, 3 a map. */
  private int collection;

  HashTables(ScanLimits limits) {
    this.limits = limits;
  }

  /** Notes the one field of a collection. */
  void collection(int field) {
    collection = field & 0xff;
  }

  /** Begins what a class writes by itself, a hash table perhaps. */
  Table table(StreamClass type) {
    int step =
        type.name().equals(COLLECTION) ? collection - 1 : KEY_STEPS.getOrDefault(type.name(), 0);
    return new Table(step, !NEVER_ORDERED.contains(type.name()));
  }

  /** What is in a hash table. */
  final class Table {
    private final int step;
    private final boolean keepsOrder;
    private int parts;
    private long keys;
    private long constants;

    /** Keys that have an order, by class; there is none between those of two. */
    private final Map<String, Long> ordered;

    private Table(int step, boolean keepsOrder) {
      this.step = step;
      this.keepsOrder = keepsOrder;
      this.ordered = step > 0 ? new HashMap<>() : Map.of();
    }

    /** Adds the next object, a key or a value. */
    void add(StreamObject part) throws InvalidObjectException {
      if (step > 0 && parts % step == 0) {
        limits.hash(part.weight());
        keys++;
        if (part.isConstant()) {
          constants++;
        } else if (keepsOrder && part.ordered() != null) {
          ordered.merge(part.ordered(), 1L, Long::sum);
        }
      }
      parts++;
    }

    /** Ends it; if all hash alike, each key that is in no order is compared with all there are. */
    void end() throws InvalidObjectException {
      long mostOrdered = ordered.values().stream().mapToLong(Long::longValue).max().orElse(0);
      long unordered = keys - constants - mostOrdered;
      limits.hash(unordered * keys - unordered * unordered / 2);
    }
  }
}
