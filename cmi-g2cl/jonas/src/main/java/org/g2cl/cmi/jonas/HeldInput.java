package org.g2cl.cmi.jonas;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;

/**
 * Object stream of which Java's reader makes what {@link ObjectScan} has seen in it, or which is
 * refused before another class is looked for or another object is handed on. Not thread-safe.
 */
abstract class HeldInput extends ObjectInputStream {
  private final Source source;
  private final ScanTrail trail;

  /** Bytes that say how far they have been read. */
  private static final class Source extends ByteArrayInputStream {
    Source(byte[] bytes) {
      super(bytes);
    }

    synchronized int position() {
      return pos;
    }
  }

  /**
   * Creates a reader.
   *
   * @param trail of a scan of these bytes, which no other reader has walked
   */
  HeldInput(byte[] bytes, ScanTrail trail) throws IOException {
    this(new Source(bytes), trail);
  }

  private HeldInput(Source source, ScanTrail trail) throws IOException {
    super(source);
    this.source = source;
    this.trail = trail;
    enableResolveObject(true);
  }

  /** The class that is described. */
  abstract Class<?> find(ObjectStreamClass descriptor) throws IOException, ClassNotFoundException;

  /** As Java finds classes where nobody says otherwise. */
  final Class<?> findByJava(ObjectStreamClass descriptor)
      throws IOException, ClassNotFoundException {
    return super.resolveClass(descriptor);
  }

  /** The class of a proxy with these interfaces. */
  abstract Class<?> findProxy(String[] interfaces) throws IOException, ClassNotFoundException;

  /** Object to take for one that was read, the same one in most cases. */
  abstract Object exchange(Object read) throws IOException;

  @Override
  protected final Class<?> resolveClass(ObjectStreamClass descriptor)
      throws IOException, ClassNotFoundException {
    trail.walkClass(source.position());
    return find(descriptor);
  }

  @Override
  protected final Class<?> resolveProxyClass(String[] interfaces)
      throws IOException, ClassNotFoundException {
    trail.walkClass(source.position());
    return findProxy(interfaces);
  }

  @Override
  protected final Object resolveObject(Object read) throws IOException {
    trail.walkObject(source.position());
    return exchange(read);
  }
}
