package org.g2cl.cmi.tomee.graph;

import java.util.Iterator;
import java.util.LinkedHashMap;

/**
 * Finds out whether a linked map keeps its entries in the order of their last access, which no
 * method tells: an entry that is got goes to the end then. The order is as before afterwards.
 */
@SuppressWarnings("NonApiType") // it is a question to linked maps only
final class AccessOrder {
  private AccessOrder() {}

  static boolean of(LinkedHashMap<Object, Object> map) {
    return map.size() < 2 ? ofSmall(map) : movesFirst(map);
  }

  private static boolean movesFirst(LinkedHashMap<Object, Object> map) {
    Object first = map.keySet().iterator().next();
    map.get(first);
    if (map.keySet().iterator().next() == first) {
      return false;
    }
    Object[] keys = map.keySet().toArray();
    for (int i = 0; i < keys.length - 1; i++) {
      map.get(keys[i]);
    }
    return true;
  }

  /** A copy of the map has the order of the map, and no room for doubt once it has two entries. */
  @SuppressWarnings("unchecked") // a copy is of the same class
  private static boolean ofSmall(LinkedHashMap<Object, Object> map) {
    var copy = (LinkedHashMap<Object, Object>) map.clone();
    copy.clear();
    copy.put(1, 1);
    copy.put(2, 2);
    copy.get(1);
    Iterator<Object> keys = copy.keySet().iterator();
    return keys.next().equals(2);
  }
}
