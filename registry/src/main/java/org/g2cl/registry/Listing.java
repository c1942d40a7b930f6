package org.g2cl.registry;

import java.util.Iterator;
import java.util.List;
import javax.naming.NamingEnumeration;

/** Enumeration of a list made before. */
final class Listing<T> implements NamingEnumeration<T> {
  private final Iterator<T> iterator;

  Listing(List<T> elements) {
    this.iterator = elements.iterator();
  }

  @Override
  public boolean hasMore() {
    return iterator.hasNext();
  }

  @Override
  public T next() {
    return iterator.next();
  }

  @Override
  public boolean hasMoreElements() {
    return iterator.hasNext();
  }

  @Override
  public T nextElement() {
    return iterator.next();
  }

  @Override
  public void close() {}
}
