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
import java.lang.reflect.Proxy;

/**
 * Values that CMI and its applications define as serializable objects, in bytes and back; read with
 * the thread's context class loader and {@link AllowedClasses} only. Thread-safe.
 */
final class ValueCodec {
  private final AllowedClasses allowed;

  ValueCodec(AllowedClasses allowed) {
    this.allowed = allowed;
  }

  /**
   * Writes a value.
   *
   * @throws IOException when it does not serialize, or has a class that is not allowed
   */
  byte[] write(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new Output(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
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
      ClassLoader context = Thread.currentThread().getContextClassLoader();
      try {
        return Class.forName(
            descriptor.getName(), false, context == null ? getClass().getClassLoader() : context);
      } catch (ClassNotFoundException e) {
        return super.resolveClass(descriptor); // primitive types, and what only we can see
      }
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces)
        throws IOException, ClassNotFoundException {
      Class<?> proxy = super.resolveProxyClass(interfaces);
      for (Class<?> type : proxy.getInterfaces()) {
        if (!java.rmi.Remote.class.isAssignableFrom(type)) {
          allowed.check(type);
        }
      }
      if (!Proxy.isProxyClass(proxy)) {
        throw new InvalidClassException(proxy.getName(), "it is no proxy");
      }
      return proxy;
    }
  }
}
