package org.g2cl.cmi.tomee.graph;

import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Elements that are in order already, as an empty {@link TreeSet} takes them: it compares none of
 * them then, as when Java reads it (JDK 17, {@code TreeSet.addAll}).
 */
@SuppressWarnings("JdkObsolete") // it is a sorted set, no more, that a TreeSet looks for
final class SortedElements extends AbstractSet<Object> implements SortedSet<Object> {
  private final List<Object> elements;
  private final Comparator<? super Object> order;

  private SortedElements(List<Object> elements, Comparator<? super Object> order) {
    this.elements = elements;
    this.order = order;
  }

  static void fill(SortedSet<Object> empty, List<Object> elements) {
    empty.addAll(new SortedElements(elements, empty.comparator()));
  }

  @Override
  public Comparator<? super Object> comparator() {
    return order;
  }

  @Override
  public Iterator<Object> iterator() {
    return elements.iterator();
  }

  @Override
  public int size() {
    return elements.size();
  }

  @Override
  public Object first() {
    return elements.get(0);
  }

  @Override
  public Object last() {
    return elements.get(elements.size() - 1);
  }

  @Override
  public SortedSet<Object> subSet(Object from, Object to) {
    throw new UnsupportedOperationException("all or nothing");
  }

  @Override
  public SortedSet<Object> headSet(Object to) {
    throw new UnsupportedOperationException("all or nothing");
  }

  @Override
  public SortedSet<Object> tailSet(Object from) {
    throw new UnsupportedOperationException("all or nothing");
  }
}
