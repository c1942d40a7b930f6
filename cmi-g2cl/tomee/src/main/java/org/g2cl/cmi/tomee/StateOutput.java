package org.g2cl.cmi.tomee;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamException;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.util.IdentityHashMap;
import org.apache.openejb.core.ivm.IntraVmArtifact;
import org.apache.openejb.core.ivm.IntraVmCopyMonitor;

/** Object stream that writes bean references as names and refuses classes off the list. */
final class StateOutput extends ObjectOutputStream {
  private final ClassAllowList allowed;
  private final IdentityHashMap<Object, Object> replacements = new IdentityHashMap<>();

  @SuppressWarnings("this-escape") // the class is final
  StateOutput(OutputStream out, ClassAllowList allowed) throws IOException {
    super(out);
    this.allowed = allowed;
    enableReplaceObject(true);
  }

  /** Writes another object wherever this one is met. */
  void replace(Object original, Object replacement) {
    replacements.put(original, replacement);
  }

  /** Forgets all that was written and replaced, and is as good as new. */
  void recycle() throws IOException {
    replacements.clear();
    reset();
    flush();
  }

  /** Writes a graph in which proxies of beans may occur. */
  void writeGraph(Object root) throws IOException {
    IntraVmCopyMonitor.State before = IntraVmCopyMonitor.state();
    IntraVmCopyMonitor.prePassivationOperation(); // so that proxies do not turn into remote stubs
    try {
      writeObject(root);
    } finally {
      IntraVmCopyMonitor.pre(before);
    }
  }

  @Override
  protected Object replaceObject(Object object) throws IOException {
    if (References.isProxy(object.getClass())) {
      return References.namesOf(object);
    }
    if (object instanceof IntraVmArtifact) {
      throw new NotSerializableException(original(object).getClass().getName());
    }
    return replacements.isEmpty() ? object : replacements.getOrDefault(object, object);
  }

  /** An exception that ends the stream is written to it, which would hide the refusal. */
  @Override
  protected void annotateClass(Class<?> type) throws IOException {
    if (type != RefusedClassException.class) {
      allowed.check(type);
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
