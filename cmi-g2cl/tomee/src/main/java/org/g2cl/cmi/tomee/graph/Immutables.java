package org.g2cl.cmi.tomee.graph;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lists, sets and maps of {@code List.of} and its like, which are made of their elements. */
final class Immutables {
  private Immutables() {}

  /** Those that {@code Stream.toList} makes may hold null; asked for it, the others throw. */
  static final Builtin LIST =
      new Builtin.Whole<List<?>>(
          (out, list) -> {
            out.writeByte(allowsNull(list) ? 1 : 0);
            elements(out, list);
          },
          in -> {
            boolean nulls = in.readByte() != 0;
            Object[] elements = elements(in);
            return nulls ? Arrays.stream(elements).toList() : List.of(elements);
          });

  static final Builtin SET =
      new Builtin.Whole<Set<?>>(Immutables::elements, in -> Set.of(elements(in)));

  static final Builtin MAP = new Builtin.Whole<Map<?, ?>>(Immutables::entries, Immutables::entries);

  private static boolean allowsNull(List<?> list) {
    try {
      var unused = list.contains(null);
      return true;
    } catch (NullPointerException e) {
      return false;
    }
  }

  private static void elements(GraphOutput out, Collection<?> elements)
      throws UnsupportedGraphException {
    out.length(elements.size());
    for (Object element : elements) {
      out.writeObject(element);
    }
  }

  private static Object[] elements(GraphInput in) throws IOException, ClassNotFoundException {
    var elements = new Object[in.elements()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = in.readObject();
    }
    return in.isPassing() ? new Object[0] : elements;
  }

  private static void entries(GraphOutput out, Map<?, ?> map) throws UnsupportedGraphException {
    out.length(map.size());
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.writeObject(entry.getKey());
      out.writeObject(entry.getValue());
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // entries of any kind
  private static Map<?, ?> entries(GraphInput in) throws IOException, ClassNotFoundException {
    var entries = new Map.Entry[in.elements()];
    for (int i = 0; i < entries.length; i++) {
      Object key = in.readObject();
      entries[i] = Map.entry(key, in.readObject());
    }
    return in.isPassing() ? Map.of() : Map.ofEntries(entries);
  }
}
