package org.g2cl.cmi.jonas;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Values that CMI and its applications define as serializable objects, in bytes and back; read with
 * the thread's context class loader and {@link ClassAllowList} only. Thread-safe.
 */
final class ValueCodec {
  private static final Set<String> PRIMITIVES =
      Set.of("boolean", "byte", "char", "double", "float", "int", "long", "short", "void");

  /** Exchanges an object that was read for the one that it stands for. */
  interface Resolver {
    /** Object to take, the same one in most cases. */
    Object resolve(Object read) throws IOException;
  }

  private static final InvocationHandler NOBODY = (proxy, method, arguments) -> null;

  private final ClassAllowList allowed;

  /** Names that were allowed, by the class loader that knows them. */
  private final Map<ClassLoader, Set<String>> allowedBy =
      Collections.synchronizedMap(new WeakHashMap<>());

  ValueCodec(ClassAllowList allowed) {
    this.allowed = allowed;
  }

  /**
   * Writes a value.
   *
   * @throws IOException when it does not serialize, or a reader would refuse it
   */
  byte[] write(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new Output(bytes)) {
      out.writeObject(value);
    }
    byte[] written = bytes.toByteArray();
    check(written); // to be refused now, and not when a server is gone
    return written;
  }

  /**
   * Looks at what somebody else has written, or sent.
   *
   * @throws IOException when {@link #read} would refuse it
   */
  void check(byte[] bytes) throws IOException {
    var unused = scan(bytes);
  }

  private ScanTrail scan(byte[] bytes) throws IOException {
    return ObjectScan.check(bytes, new Names(loader()));
  }

  /**
   * Reads a value.
   *
   * @throws IOException when it cannot be read, has a class that is missing or not allowed, or is
   *     over a limit
   */
  Object read(byte[] bytes) throws IOException {
    return read(bytes, object -> object);
  }

  /** Reads a value in which some objects stand for others. */
  Object read(byte[] bytes, Resolver resolver) throws IOException {
    ScanTrail trail = scan(bytes);
    GraphLimits limits = null;
    try (ObjectInputStream in = new Input(bytes, trail, resolver)) {
      limits = GraphLimits.install(in, bytes.length);
      return in.readObject();
    } catch (InvalidClassException e) {
      throw e.classname == null && limits != null ? new IOException(limits.reason(), e) : e;
    } catch (ClassNotFoundException e) {
      throw new IOException("class " + e.getMessage() + " is not on this server", e);
    } catch (StackOverflowError | LinkageError | InternalError e) {
      // of a map in its own key, of a class as it is, of Map.of without one of its values
      throw new IOException("it cannot be made: " + e, e);
    }
  }

  /** Classes by the names that a stream has of them. */
  private final class Names implements ObjectScan.Classes {
    private final ClassLoader loader;
    private final Set<String> known;

    Names(ClassLoader loader) {
      this.loader = loader;
      this.known = allowedBy.computeIfAbsent(loader, of -> ConcurrentHashMap.newKeySet());
    }

    @Override
    public void check(String name) throws IOException {
      if (!known.contains(name) && !PRIMITIVES.contains(name)) {
        allowed.check(find(name));
        known.add(name); // no more than there are classes
      }
    }

    @Override
    public void checkInterface(String name) throws IOException {
      checkInterfaceOfProxy(find(name));
    }

    private Class<?> find(String name) throws IOException {
      try {
        return Class.forName(name, false, loader);
      } catch (ClassNotFoundException | LinkageError e) {
        return findHere(name, e);
      }
    }

    private Class<?> findHere(String name, Throwable before) throws IOException {
      try {
        return Class.forName(name, false, ValueCodec.class.getClassLoader());
      } catch (ClassNotFoundException | LinkageError e) {
        throw new IOException("class " + name + " is not on this server", before);
      }
    }
  }

  /** Stream that refuses, class by class, what the reader would. */
  private final class Output extends ObjectOutputStream {
    Output(OutputStream out) throws IOException {
      super(out);
    }

    @Override
    protected void annotateClass(Class<?> type) throws IOException {
      allowed.check(type);
    }

    @Override
    protected void annotateProxyClass(Class<?> type) throws IOException {
      checkInterfaces(type);
    }
  }

  private void checkInterfaces(Class<?> proxy) throws InvalidClassException {
    for (Class<?> type : proxy.getInterfaces()) {
      checkInterfaceOfProxy(type);
    }
  }

  private void checkInterfaceOfProxy(Class<?> type) throws InvalidClassException {
    if (!java.rmi.Remote.class.isAssignableFrom(type)) {
      allowed.check(type);
    }
  }

  private static ClassLoader loader() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context == null ? ValueCodec.class.getClassLoader() : context;
  }

  private final class Input extends HeldInput {
    private final Resolver resolver;

    Input(byte[] bytes, ScanTrail trail, Resolver resolver) throws IOException {
      super(bytes, trail);
      this.resolver = resolver;
    }

    @Override
    Object exchange(Object read) throws IOException {
      return resolver.resolve(read);
    }

    @Override
    Class<?> find(ObjectStreamClass descriptor) throws IOException, ClassNotFoundException {
      Class<?> type = named(descriptor);
      allowed.check(type);
      return type;
    }

    private Class<?> named(ObjectStreamClass descriptor)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(descriptor.getName(), false, loader());
      } catch (ClassNotFoundException e) {
        return findByJava(descriptor); // primitive types, and what only we can see
      }
    }

    @Override
    Class<?> findProxy(String[] interfaces) throws IOException, ClassNotFoundException {
      Class<?>[] types = new Class<?>[interfaces.length];
      for (int i = 0; i < types.length; i++) {
        types[i] = Class.forName(interfaces[i], false, loader());
      }
      try {
        Class<?> proxy = Proxy.newProxyInstance(loader(), types, NOBODY).getClass();
        checkInterfaces(proxy);
        return proxy;
      } catch (IllegalArgumentException e) {
        throw new ClassNotFoundException("proxy of " + String.join(", ", interfaces), e);
      }
    }
  }
}
