package org.g2cl.cmi.jonas;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * Values that CMI and its applications define as serializable objects, in bytes and back; read with
 * the thread's context class loader and {@link AllowedClasses} only. Thread-safe.
 */
final class ValueCodec {
  /** What is shorter cannot be over a limit of {@link GraphLimits}: a level takes 6 bytes. */
  private static final int SURELY_WITHIN_LIMITS = 512;

  private static final InvocationHandler NOBODY = (proxy, method, arguments) -> null;

  private final AllowedClasses allowed;

  ValueCodec(AllowedClasses allowed) {
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
    if (written.length > SURELY_WITHIN_LIMITS) {
      var unused = read(written); // to be refused now, and not when a server is gone
    }
    return written;
  }

  /**
   * Reads a value.
   *
   * @throws IOException when it cannot be read, has a class that is missing or not allowed, or is
   *     over a limit
   */
  Object read(byte[] bytes) throws IOException {
    try (ObjectInputStream in = new Input(new ByteArrayInputStream(bytes))) {
      GraphLimits.install(in);
      return in.readObject();
    } catch (InvalidClassException e) {
      throw e.classname == null ? new IOException("a value may be " + GraphLimits.RULE, e) : e;
    } catch (ClassNotFoundException e) {
      throw new IOException("class " + e.getMessage() + " is not on this server", e);
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
      if (!java.rmi.Remote.class.isAssignableFrom(type)) {
        allowed.check(type);
      }
    }
  }

  private final class Input extends ObjectInputStream {
    Input(InputStream in) throws IOException {
      super(in);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass descriptor)
        throws IOException, ClassNotFoundException {
      Class<?> type = find(descriptor);
      allowed.check(type);
      return type;
    }

    private Class<?> find(ObjectStreamClass descriptor) throws IOException, ClassNotFoundException {
      try {
        return Class.forName(descriptor.getName(), false, loader());
      } catch (ClassNotFoundException e) {
        return super.resolveClass(descriptor); // primitive types, and what only we can see
      }
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces)
        throws IOException, ClassNotFoundException {
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

    private ClassLoader loader() {
      ClassLoader context = Thread.currentThread().getContextClassLoader();
      return context == null ? getClass().getClassLoader() : context;
    }
  }
}
