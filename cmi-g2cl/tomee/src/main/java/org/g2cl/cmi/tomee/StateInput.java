package org.g2cl.cmi.tomee;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.util.Optional;

/** Object stream that reads with the application's class loader, and classes on the list only. */
final class StateInput extends ObjectInputStream {
  private final ClassAllowList allowed;
  private final ClassLoader loader;
  private Class<?> bound;
  private Optional<String> refused = Optional.empty();

  @SuppressWarnings("this-escape") // the class is final
  StateInput(ByteArrayInputStream in, ClassAllowList allowed, ClassLoader loader)
      throws IOException {
    super(in);
    this.allowed = allowed;
    this.loader = loader;
    ObjectInputFilter context = getObjectInputFilter();
    ObjectInputFilter list = this::check;
    setObjectInputFilter(context == null ? list : ObjectInputFilter.merge(list, context));
    enableResolveObject(true);
  }

  private ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
    if (bound != null && info.serialClass() == bound) {
      return ObjectInputFilter.Status.ALLOWED;
    }
    ObjectInputFilter.Status status = allowed.checkInput(info);
    if (status == ObjectInputFilter.Status.REJECTED) {
      refused = Optional.of(allowed.refusal(info));
    }
    return status;
  }

  /**
   * Reads a graph.
   *
   * @throws InvalidClassException when the list refuses it; the message says what and which setting
   */
  Object readGraph() throws IOException, ClassNotFoundException {
    try {
      return readObject();
    } catch (InvalidClassException e) {
      if (refused.isPresent()) {
        throw new InvalidClassException(refused.get());
      }
      throw e;
    }
  }

  @Override
  protected Class<?> resolveClass(ObjectStreamClass descriptor)
      throws IOException, ClassNotFoundException {
    Class<?> type;
    try {
      type = Class.forName(descriptor.getName(), false, loader);
    } catch (ClassNotFoundException e) {
      type = super.resolveClass(descriptor); // primitive types
    }
    allowed.check(type);
    return type;
  }

  @Override
  protected Class<?> resolveProxyClass(String[] interfaces) throws IOException {
    throw new InvalidClassException(
        String.join(",", interfaces), allowed.refusal("proxy of " + String.join(",", interfaces)));
  }

  @Override
  protected Object resolveObject(Object object) throws IOException {
    if (!(object instanceof EjbReference reference)) {
      return object;
    }
    Object proxy = reference.resolve();
    bound = proxy.getClass(); // the stream asks the filter about what we put in, too
    return proxy;
  }
}
