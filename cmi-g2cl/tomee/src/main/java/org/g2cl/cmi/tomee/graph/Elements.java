package org.g2cl.cmi.tomee.graph;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/** Collections. */
final class Elements<C extends Collection<Object>> extends Holder<C> {
  /** Fills an empty one with all that was read; null for one after the other. */
  private final Filler<C> filler;

  Elements(Writer<C> head, Maker<C> maker) {
    this(head, maker, null);
  }

  private Elements(Writer<C> head, Maker<C> maker, Filler<C> filler) {
    super(head, maker);
    this.filler = filler;
  }

  /** Fills an empty collection with elements in the order in which they were written. */
  interface Filler<C> {
    void fill(C empty, List<Object> elements);
  }

  static <C extends Collection<Object>> Elements<C> of(IntFunction<C> maker) {
    return new Elements<>((out, elements) -> {}, (in, count) -> maker.apply(count));
  }

  /** Those that are filled at once. */
  static <C extends Collection<Object>> Elements<C> atOnce(IntFunction<C> maker, Filler<C> filler) {
    return new Elements<>((out, elements) -> {}, (in, count) -> maker.apply(count), filler);
  }

  /**
   * Those with an order. They are filled when all elements are read: an element that leads to the
   * collection, or a comparator that does, is half read before.
   */
  static <C extends Collection<Object>> Elements<C> sorted(
      Order<C> order, OrderedMaker<C> maker, Filler<C> filler) {
    return new Elements<>(
        (out, elements) -> out.writeObject(order.of(elements)),
        (in, count) -> maker.make(in.comparator()),
        filler);
  }

  @Override
  int size(C elements) {
    return elements.size();
  }

  @Override
  int writeElements(ObjectOutput out, C elements) throws UnsupportedGraphException {
    int written = 0;
    if (elements instanceof RandomAccess) {
      List<?> list = (List<?>) elements;
      for (; written < list.size(); written++) {
        out.writeObject(list.get(written));
      }
    } else {
      for (Object element : elements) {
        out.writeObject(element);
        written++;
      }
    }
    return written;
  }

  @Override
  void readElements(GraphInput in, C elements, int count)
      throws IOException, ClassNotFoundException {
    if (filler == null && !in.isPassing()) {
      read(in, elements, count);
      return;
    }
    List<Object> all = new ArrayList<>();
    read(in, all, count);
    if (!in.isPassing()) {
      filler.fill(elements, all);
    }
  }

  private static void read(GraphInput in, Collection<Object> elements, int count)
      throws IOException, ClassNotFoundException {
    for (int left = count; left > 0; left--) {
      elements.add(in.readObject());
    }
  }
}
