package org.g2cl.cmi.tomee.graph;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Entries that are in order already, as {@link SortedElements} for a {@link TreeMap}. */
@SuppressWarnings("JdkObsolete") // it is a sorted map, no more, that a TreeMap looks for
final class SortedEntries extends AbstractMap<Object, Object> implements SortedMap<Object, Object> {
  private final List<Map.Entry<Object, Object>> entries;
  private final Comparator<? super Object> order;

  private SortedEntries(List<Map.Entry<Object, Object>> entries, Comparator<? super Object> order) {
    this.entries = entries;
    this.order = order;
  }

  static void fill(SortedMap<Object, Object> empty, List<Map.Entry<Object, Object>> entries) {
    empty.putAll(new SortedEntries(entries, empty.comparator()));
  }

  @Override
  public Comparator<? super Object> comparator() {
    return order;
  }

  @Override
  public Set<Map.Entry<Object, Object>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<Object, Object>> iterator() {
        return entries.iterator();
      }

      @Override
      public int size() {
        return entries.size();
      }
    };
  }

  @Override
  public Object firstKey() {
    return entries.get(0).getKey();
  }

  @Override
  public Object lastKey() {
    return entries.get(entries.size() - 1).getKey();
  }

  @Override
  public SortedMap<Object, Object> subMap(Object from, Object to) {
    throw new UnsupportedOperationException("all or nothing");
  }

  @Override
  public SortedMap<Object, Object> headMap(Object to) {
    throw new UnsupportedOperationException("all or nothing");
  }

  @Override
  public SortedMap<Object, Object> tailMap(Object from) {
    throw new UnsupportedOperationException("all or nothing");
  }
}
