package org.g2cl.registry;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Names that were freed lately, so that an announcement that was under way does not bring them
 * back. Used under the lock of its {@link Tree}.
 *
 * <p>It is told by the version that an announced entry was made before its name was freed. An owner
 * whose count of writes is behind this member's seems to say so, too. So of each owner and name one
 * announcement is passed over only: an owner makes the next when all have the one before, hence
 * after it has itself applied what was ordered before that.
 */
final class FreedNames {
  private static final int MAX_NAMES = 1024;

  /**
   * What is known of a name.
   *
   * @param count of the write that freed it
   * @param passed owners of which an announcement was passed over; members of the group, so few
   */
  private record Freed(long count, Set<Long> passed) {}

  /** The oldest go when there are many: then the owner takes back what it has freed. */
  private final Map<String, Freed> names =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Freed> eldest) {
          return size() > MAX_NAMES;
        }
      };

  void add(String name, long count) {
    names.remove(name); // becomes the youngest
    names.put(name, new Freed(count, new HashSet<>()));
  }

  /** Whether an announced entry was made before its name was freed; true once for each owner. */
  boolean passOver(Entry announced) {
    Freed freed = names.get(announced.name());
    return freed != null
        && announced.version() <= freed.count()
        && freed.passed().add(announced.owner());
  }

  void clear() {
    names.clear();
  }
}
