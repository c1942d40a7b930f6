package org.g2cl.cmi.tomee.graph;

import java.io.IOException;

/** Form of a class of the JDK, by its public methods alone. */
abstract class Builtin {
  /** Writes the object, its tag included unless it was mentioned before. */
  abstract void write(GraphOutput out, int tag, Object object) throws UnsupportedGraphException;

  /** Reads what follows the tag, and mentions the object. */
  abstract Object read(GraphInput in) throws IOException, ClassNotFoundException;

  /** Content of a value. */
  interface Writer<T> {
    void write(GraphOutput out, T value) throws UnsupportedGraphException;
  }

  /** Maker of a value. */
  interface Reader<T> {
    T read(GraphInput in) throws IOException, ClassNotFoundException;
  }

  /** Value whose identity nothing may depend on, as its class says. */
  static final class Value<T> extends Builtin {
    private final Writer<T> writer;
    private final Reader<T> reader;

    Value(Writer<T> writer, Reader<T> reader) {
      this.writer = writer;
      this.reader = reader;
    }

    @Override
    @SuppressWarnings("unchecked") // it is asked for objects of its class only
    void write(GraphOutput out, int tag, Object object) throws UnsupportedGraphException {
      out.writeByte(tag);
      writer.write(out, (T) object);
    }

    @Override
    Object read(GraphInput in) throws IOException, ClassNotFoundException {
      return reader.read(in);
    }
  }

  /** Object that is made when its content is known; mentioned after that. */
  static final class Whole<T> extends Builtin {
    private final Writer<T> writer;
    private final Reader<T> reader;

    Whole(Writer<T> writer, Reader<T> reader) {
      this.writer = writer;
      this.reader = reader;
    }

    @Override
    @SuppressWarnings("unchecked") // it is asked for objects of its class only
    void write(GraphOutput out, int tag, Object object) throws UnsupportedGraphException {
      int place = out.againOrLater(object);
      if (place != GraphOutput.AGAIN) {
        out.writeByte(tag);
        writer.write(out, (T) object);
        out.mention(place);
      }
    }

    @Override
    Object read(GraphInput in) throws IOException, ClassNotFoundException {
      T whole = reader.read(in);
      in.mentionHolder(whole);
      return whole;
    }
  }
}
