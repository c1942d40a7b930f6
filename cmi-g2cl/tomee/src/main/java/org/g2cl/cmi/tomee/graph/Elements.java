package org.g2cl.cmi.tomee.graph;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/** Collections. */
final class Elements<C extends Collection<Object>> extends Holder<C> {
  Elements(Writer<C> head, Maker<C> maker) {
    super(head, maker);
  }

  static <C extends Collection<Object>> Elements<C> of(IntFunction<C> maker) {
    return new Elements<>((out, elements) -> {}, (in, count) -> maker.apply(count));
  }

  static <C extends Collection<Object>> Elements<C> sorted(Order<C> order, OrderedMaker<C> maker) {
    return new Elements<>(
        (out, elements) -> out.writeObject(order.of(elements)),
        (in, count) -> maker.make(in.comparator()));
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
  void readElement(GraphInput in, C elements) throws IOException, ClassNotFoundException {
    elements.add(in.readObject());
  }
}
