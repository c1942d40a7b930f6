package org.g2cl.cmi.tomee.graph;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Comparison of two graphs: each object of one is paired with one of the other, so that what is one
 * object here has to be one there.
 */
final class Pairing {
  private final IdentityHashMap<Object, Object> partners = new IdentityHashMap<>();
  private final Deque<Object[]> open = new ArrayDeque<>();
  private String difference = "";

  private Pairing() {}

  /** What differs, or nothing. */
  static String difference(Object a, Object b) {
    var pairing = new Pairing();
    pairing.meet(a, b);
    while (!pairing.open.isEmpty() && pairing.difference.isEmpty()) {
      Object[] pair = pairing.open.poll();
      pairing.compare(pair[0], pair[1]);
    }
    return pairing.difference;
  }

  private void meet(Object a, Object b) {
    if (a == null || b == null || a.getClass() != b.getClass()) {
      if (a != b) {
        differ(a, b);
      }
    } else if (hasNoIdentity(a)) {
      if (!a.equals(b)) {
        differ(a, b);
      }
    } else {
      Object known = partners.putIfAbsent(a, b);
      Object other = partners.putIfAbsent(b, a);
      if (known == null && other == null) {
        open.add(new Object[] {a, b});
      } else if (known != b || other != a) {
        differ("one object " + a, "another one " + b);
      }
    }
  }

  private void differ(Object a, Object b) {
    difference = "%s instead of %s".formatted(a, b);
  }

  private static boolean hasNoIdentity(Object object) {
    String name = object.getClass().getName();
    return object instanceof Enum<?>
        || name.startsWith("java.time.")
        || Primitives.BOXES.contains(object.getClass());
  }

  private void compare(Object a, Object b) {
    if (a instanceof Collection<?> collection) {
      inTurn(List.copyOf(wrapped(collection)), List.copyOf(wrapped((Collection<?>) b)));
    } else if (a instanceof Map<?, ?> map) {
      inTurn(wrapped(map.keySet()), wrapped(((Map<?, ?>) b).keySet()));
      inTurn(wrapped(map.values()), wrapped(((Map<?, ?>) b).values()));
    } else if (a.getClass().isArray()) {
      inTurn(elements(a), elements(b));
    } else if (a.getClass().getName().startsWith("java.")) {
      if (!Objects.equals(a, b)) {
        differ(a, b);
      }
    } else {
      fields(a, b);
    }
  }

  private record Cell(Object value) {}

  private static List<Cell> wrapped(Collection<?> values) {
    return values.stream().map(Cell::new).toList();
  }

  private static List<Cell> elements(Object array) {
    var elements = new ArrayList<Cell>();
    for (int i = 0; i < Array.getLength(array); i++) {
      elements.add(new Cell(Array.get(array, i)));
    }
    return elements;
  }

  private void inTurn(List<Cell> a, List<Cell> b) {
    if (a.size() != b.size()) {
      differ(a.size() + " elements", b.size());
      return;
    }
    for (int i = 0; i < a.size(); i++) {
      meet(a.get(i).value(), b.get(i).value());
    }
  }

  private void fields(Object a, Object b) {
    for (Class<?> c = a.getClass(); c != Object.class && c != Record.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          try {
            meet(field.get(a), field.get(b));
          } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
          }
        }
      }
    }
  }
}
