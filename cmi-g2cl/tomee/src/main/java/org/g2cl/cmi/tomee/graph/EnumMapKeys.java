package org.g2cl.cmi.tomee.graph;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Finds out of which enum the keys of a map or the elements of a set are. */
final class EnumMapKeys {
  private EnumMapKeys() {}

  @SuppressWarnings({"unchecked", "rawtypes"}) // sets and maps of any enum
  static Class<?> of(Set<?> set) throws UnsupportedGraphException {
    Set<?> some = set.isEmpty() ? EnumSet.complementOf((EnumSet) set) : set;
    if (some.isEmpty()) {
      throw UnsupportedGraphException.of(set.getClass(), "is of an enum without constants");
    }
    return ((Enum<?>) some.iterator().next()).getDeclaringClass();
  }

  static Class<?> of(Map<?, ?> map) throws UnsupportedGraphException {
    return map.isEmpty()
        ? ofEmpty(map)
        : ((Enum<?>) map.keySet().iterator().next()).getDeclaringClass();
  }

  /** No method tells; but the serial form names the class, and the stream asks about each class. */
  private static Class<?> ofEmpty(Map<?, ?> map) throws UnsupportedGraphException {
    try (var stream = new ClassNames()) {
      stream.writeObject(map);
      if (stream.found != null) {
        return stream.found;
      }
    } catch (IOException e) {
      throw UnsupportedGraphException.of(map.getClass(), e.toString());
    }
    throw UnsupportedGraphException.of(map.getClass(), "does not tell the class of its keys");
  }

  private static final class ClassNames extends ObjectOutputStream {
    private Class<?> found;

    ClassNames() throws IOException {
      super(OutputStream.nullOutputStream());
    }

    @Override
    protected void annotateClass(Class<?> type) {
      if (type != EnumMap.class && type.isEnum()) {
        found = type;
      }
    }
  }
}
