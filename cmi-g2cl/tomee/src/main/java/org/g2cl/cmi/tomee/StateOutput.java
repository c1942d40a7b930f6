package org.g2cl.cmi.tomee;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamException;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.openejb.core.ivm.IntraVmArtifact;
import org.apache.openejb.core.ivm.IntraVmCopyMonitor;
import org.g2cl.cmi.tomee.graph.Making;

/** Object stream that writes bean references as names and refuses classes off the list. */
final class StateOutput extends ObjectOutputStream {
  private final ClassAllowList allowed;
  private final Set<Object> plain = Collections.newSetFromMap(new IdentityHashMap<>());
  private final WrittenDepth depth = new WrittenDepth();

  @SuppressWarnings("this-escape") // the class is final
  StateOutput(OutputStream out, ClassAllowList allowed) throws IOException {
    super(out);
    this.allowed = allowed;
    enableReplaceObject(true);
  }

  /**
   * Refuses this object wherever it is met: a {@link PlainObject} stands in for it at the top, and
   * whoever reads a reference back to that gets the stand-in, which is too late to replace.
   */
  void refuse(Object original) {
    plain.add(original);
  }

  /** Forgets all that was written and is refused, and is as good as new. */
  void recycle() throws IOException {
    plain.clear();
    reset();
    flush();
  }

  /** Writes a graph in which proxies of beans may occur. */
  void writeGraph(Object root) throws IOException {
    IntraVmCopyMonitor.State before = IntraVmCopyMonitor.state();
    IntraVmCopyMonitor.prePassivationOperation(); // so that proxies do not turn into remote stubs
    depth.begin();
    try {
      writeObject(root);
      depth.end();
    } finally {
      IntraVmCopyMonitor.pre(before);
    }
  }

  @Override
  protected Object replaceObject(Object object) throws IOException {
    depth.next();
    if (object == null) {
      return null; // what writeReplace gave
    }
    if (References.isProxy(object.getClass())) {
      return References.namesOf(object);
    }
    if (object instanceof IntraVmArtifact) {
      throw new NotSerializableException(original(object).getClass().getName());
    }
    if (plain.contains(object)) {
      throw new NotSerializableException(object.getClass().getName());
    }
    return object;
  }

  /** Refuses a class whose name is about to be written in place of its descriptor. */
  void check(Class<?> type) throws RefusedClassException {
    allowed.check(type);
  }

  /** An exception that ends the stream is written to it, which would hide the refusal. */
  @Override
  protected void annotateClass(Class<?> type) throws IOException {
    if (type != RefusedClassException.class && type != TooDeepException.class) {
      allowed.check(type);
      requireThatItCanBeMade(type);
    }
  }

  /** Nobody who reads it could make it, and the call would be acknowledged all the same. */
  private static void requireThatItCanBeMade(Class<?> type) throws RefusedClassException {
    String obstacle = Making.obstacle(type);
    if (!obstacle.isEmpty()) {
      throw new RefusedClassException(type.getName(), obstacle);
    }
  }

  @Override
  protected void annotateProxyClass(Class<?> type) throws IOException {
    allowed.check(type);
  }

  /**
   * Takes back the entry that a context or proxy has made in a table of the JVM; else the table
   * would grow with each call. {@code readResolve} is protected; checked with OpenEJB 10.1.2.
   */
  private static Object original(Object artifact) throws ObjectStreamException {
    try {
      Method readResolve = IntraVmArtifact.class.getDeclaredMethod("readResolve");
      readResolve.setAccessible(true);
      return readResolve.invoke(artifact);
    } catch (ReflectiveOperationException e) {
      return artifact;
    }
  }
}
