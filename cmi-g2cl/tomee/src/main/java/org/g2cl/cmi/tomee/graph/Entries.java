package org.g2cl.cmi.tomee.graph;

import java.io.IOException;
import java.util.Map;
import java.util.function.IntFunction;

/** Maps: key and value in turn. */
final class Entries<M extends Map<Object, Object>> extends Holder<M> {
  Entries(Writer<M> head, Maker<M> maker) {
    super(head, maker);
  }

  static <M extends Map<Object, Object>> Entries<M> of(IntFunction<M> maker) {
    return new Entries<>((out, map) -> {}, (in, count) -> maker.apply(count));
  }

  static <M extends Map<Object, Object>> Entries<M> sorted(Order<M> order, OrderedMaker<M> maker) {
    return new Entries<>(
        (out, map) -> out.writeObject(order.of(map)), (in, count) -> maker.make(in.comparator()));
  }

  @Override
  int size(M map) {
    return map.size();
  }

  @Override
  int writeElements(ObjectOutput out, M map) throws UnsupportedGraphException {
    int written = 0;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.writeObject(entry.getKey());
      out.writeObject(entry.getValue());
      written++;
    }
    return written;
  }

  @Override
  void readElement(GraphInput in, M map) throws IOException, ClassNotFoundException {
    Object key = in.readObject();
    map.put(key, in.readObject());
  }
}
