package org.g2cl.propagation;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * One object for all equal values that many sessions hold, such as the names of beans, which come
 * over the wire with each copy.
 *
 * <p>For immutable values only. Bounded: it begins anew when it is full. Thread-safe.
 */
final class Shared {
  private static final int KEPT = 1_000;

  private final ConcurrentMap<Object, Object> values = new ConcurrentHashMap<>();

  /** The value, or the equal one that came before it; null for null. */
  @SuppressWarnings("unchecked") // strings equal strings only, lists lists
  <T> T of(T value) {
    if (value == null) {
      return null;
    }
    if (values.size() >= KEPT) {
      values.clear();
    }
    Object known = values.putIfAbsent(value, value);
    return known == null ? value : (T) known;
  }
}
