package org.g2cl.cmi.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** Map that forgets its least recently used entry when full. Thread-safe. */
final class BoundedMap<K, V> {
  private final Map<K, V> entries;

  BoundedMap(int capacity) {
    entries =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > capacity;
          }
        };
  }

  synchronized V get(K key) {
    return entries.get(key);
  }

  synchronized void put(K key, V value) {
    entries.put(key, value);
  }

  synchronized V remove(K key) {
    return entries.remove(key);
  }

  synchronized int size() {
    return entries.size();
  }
}
