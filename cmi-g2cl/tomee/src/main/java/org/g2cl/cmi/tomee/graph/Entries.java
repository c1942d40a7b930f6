package org.g2cl.cmi.tomee.graph;

import java.io.IOException;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Maps: key and value in turn. */
final class Entries<M extends Map<Object, Object>> extends Holder<M> {
  /** Fills an empty one with all that was read; null for one after the other. */
  private final Filler<M> filler;

  Entries(Writer<M> head, Maker<M> maker) {
    this(head, maker, null);
  }

  private Entries(Writer<M> head, Maker<M> maker, Filler<M> filler) {
    super(head, maker);
    this.filler = filler;
  }

  /** Fills an empty map with entries in the order in which they were written. */
  interface Filler<M> {
    void fill(M empty, List<Map.Entry<Object, Object>> entries);
  }

  static <M extends Map<Object, Object>> Entries<M> of(IntFunction<M> maker) {
    return new Entries<>((out, map) -> {}, (in, count) -> maker.apply(count));
  }

  /** Maps with an order, filled when all entries are read, as {@link Elements#sorted}. */
  static <M extends Map<Object, Object>> Entries<M> sorted(
      Order<M> order, OrderedMaker<M> maker, Filler<M> filler) {
    return new Entries<>(
        (out, map) -> out.writeObject(order.of(map)),
        (in, count) -> maker.make(in.comparator()),
        filler);
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
  void readElements(GraphInput in, M map, int count) throws IOException, ClassNotFoundException {
    List<Map.Entry<Object, Object>> all = new ArrayList<>();
    for (int left = count; left > 0; left--) {
      Object key = in.readObject();
      Object value = in.readObject();
      if (filler != null) {
        all.add(new SimpleImmutableEntry<>(key, value));
      } else if (!in.isPassing()) {
        map.put(key, value);
      }
    }
    if (filler != null && !in.isPassing()) {
      filler.fill(map, all);
    }
  }
}
