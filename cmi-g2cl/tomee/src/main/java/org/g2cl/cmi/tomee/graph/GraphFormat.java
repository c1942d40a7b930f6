package org.g2cl.cmi.tomee.graph;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Writer and reader of graphs of an application's objects. Thread-safe.
 *
 * <p>Within one graph an object stays one object, values of the JDK without identity excepted, and
 * cycles stay cycles. Graphs that differ little have bytes that differ little.
 */
public final class GraphFormat {
  private static final int OUTPUTS_KEPT = 4;

  /** Graphs of more bytes than this give their buffers and tables back to the heap. */
  private static final int LARGE = 256 << 10;

  private final GraphRules rules;
  private final Plans plans;
  private final Shapes shapes;
  private final Queue<GraphOutput> free = new ArrayBlockingQueue<>(OUTPUTS_KEPT);

  /**
   * Creates one.
   *
   * @param loader class loader of the application
   */
  public GraphFormat(GraphRules rules, ClassLoader loader) {
    this.rules = rules;
    this.plans = new Plans(rules);
    this.shapes = new Shapes(rules, loader);
  }

  /** What is written. */
  public interface Content {
    /** Writes it. */
    void writeTo(GraphOutput out) throws UnsupportedGraphException;
  }

  /** What is read. */
  public interface Reader<T> {
    /** Reads it. */
    T readFrom(GraphInput in) throws IOException, ClassNotFoundException;
  }

  /**
   * Writes a graph.
   *
   * @param plainRoots objects that are written though their classes are not serializable
   * @throws UnsupportedGraphException when the form has no place for some of it
   */
  public byte[] write(List<Object> plainRoots, Content content) throws UnsupportedGraphException {
    return write(plainRoots, content, new Trail());
  }

  /**
   * Writes a graph, with the same bytes as {@link #write(List, Content)}; the array of last time
   * when they are as they were.
   *
   * @param trail what it consisted of last time, and afterwards what it consists of now
   * @throws UnsupportedGraphException when the form has no place for some of it
   */
  public byte[] write(List<Object> plainRoots, Content content, Trail trail)
      throws UnsupportedGraphException {
    GraphOutput used = free.poll();
    GraphOutput out = used == null ? new GraphOutput(rules, plans) : used;
    out.begin(plainRoots, trail);
    content.writeTo(out);
    byte[] written = out.end(trail);
    out.reset();
    if (out.capacity() <= LARGE) {
      free.offer(out);
    }
    return written;
  }

  /**
   * Reads a graph that fills the bytes up to their end.
   *
   * @param start where it begins
   * @throws IOException when the bytes are damaged, or hold what the rules refuse
   */
  public <T> T read(byte[] bytes, int start, Reader<T> reader)
      throws IOException, ClassNotFoundException {
    if (bytes.length > rules.maxBytesRead()) {
      throw new InvalidObjectException(
          "%d bytes, and %d is the limit".formatted(bytes.length, rules.maxBytesRead()));
    }
    var in = new GraphInput(rules, shapes, bytes, start);
    try {
      T read = reader.readFrom(in);
      in.requireEnd();
      return read;
    } catch (RuntimeException e) {
      throw invalid(e);
    }
  }

  /** Collections and records check what is put into them, and so may the application's classes. */
  private static InvalidObjectException invalid(RuntimeException e) {
    var invalid = new InvalidObjectException("damaged, or refused by a class: " + e);
    invalid.initCause(e);
    return invalid;
  }
}
