package org.g2cl.registry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.naming.Context;

/** Names directly below a place: values, and contexts of what is deeper. */
final class Children {
  /** One of them, by its last part. */
  record Child(String name, Object value) {}

  private Children() {}

  static List<Child> of(
      String place, List<RegistryEntry> entries, Function<String, ? extends Context> contextAt) {
    int skip = place.isEmpty() ? 0 : place.length() + 1;
    Map<String, Child> children = new LinkedHashMap<>();
    for (RegistryEntry entry : entries) {
      String below = entry.name().substring(skip);
      int slash = below.indexOf('/');
      String first = slash < 0 ? below : below.substring(0, slash);
      if (slash < 0) {
        children.put(first, new Child(first, entry.value()));
      } else {
        children.computeIfAbsent(
            first,
            part -> new Child(part, contextAt.apply(entry.name().substring(0, skip + slash))));
      }
    }
    return new ArrayList<>(children.values());
  }
}
