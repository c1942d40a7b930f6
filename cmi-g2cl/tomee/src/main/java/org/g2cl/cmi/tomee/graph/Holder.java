package org.g2cl.cmi.tomee.graph;

import java.io.IOException;
import java.util.Comparator;

/**
 * Collection or map: the number of elements, what is needed to make an empty one, the elements. It
 * is mentioned before them, so that they may refer to it.
 */
abstract class Holder<T> extends Builtin {
  private final Writer<T> head;
  private final Maker<T> maker;

  Holder(Writer<T> head, Maker<T> maker) {
    this.head = head;
    this.maker = maker;
  }

  /** Maker of an empty one for so many elements, after what the head has written. */
  interface Maker<T> {
    T make(GraphInput in, int count) throws IOException, ClassNotFoundException;
  }

  /** What the comparator of a sorted collection or map is. */
  interface Order<T> {
    Comparator<?> of(T holder);
  }

  /** Maker of an empty one of that order, which may be null. */
  interface OrderedMaker<T> {
    T make(Comparator<Object> order);
  }

  abstract int size(T holder);

  /** Writes the elements and tells how many there were. */
  abstract int writeElements(ObjectOutput out, T holder) throws UnsupportedGraphException;

  abstract void readElements(GraphInput in, T holder, int count)
      throws IOException, ClassNotFoundException;

  @Override
  @SuppressWarnings("unchecked") // it is asked for objects of its class only
  final void write(GraphOutput out, int tag, Object object) throws UnsupportedGraphException {
    int place = out.againOrLater(object);
    if (place == GraphOutput.AGAIN) {
      return;
    }
    T holder = (T) object;
    int size = size(holder);
    out.writeByte(tag);
    out.length(size);
    head.write(out, holder);
    out.mention(place);
    Tape tape = out.tapeOf(object, size);
    if (write(tape, out, holder) != size) {
      throw UnsupportedGraphException.of(object.getClass(), "changed while it was being written");
    }
  }

  private int write(Tape tape, GraphOutput out, T holder) throws UnsupportedGraphException {
    if (tape == null) {
      return writeElements(out, holder);
    }
    tape.begin(out);
    int written = writeElements(tape, holder);
    tape.finish();
    return written;
  }

  @Override
  final Object read(GraphInput in) throws IOException, ClassNotFoundException {
    int count = in.elements();
    T holder = maker.make(in, count);
    in.mentionHolder(holder);
    readElements(in, holder, count);
    return holder;
  }
}
