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
  private final StreamLimits limits;
  private Class<?> bound;
  private boolean inDescriptor;
  private String described;
  private Optional<InvalidClassException> refused = Optional.empty();

  @SuppressWarnings("this-escape") // the class is final
  StateInput(ByteArrayInputStream in, ClassAllowList allowed, ClassLoader loader)
      throws IOException {
    super(in);
    this.limits = new StreamLimits(in.available());
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
    Class<?> type = info.serialClass();
    if (!limits.allows(info)) {
      refused = Optional.of(limits.refused(info));
    } else if (type == null) {
      return ObjectInputFilter.Status.UNDECIDED;
    } else if (allowed.allows(type)) {
      return ObjectInputFilter.Status.ALLOWED;
    } else {
      refused = Optional.of(allowed.refused(type));
    }
    return ObjectInputFilter.Status.REJECTED;
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
        throw refused.get();
      }
      throw e;
    }
  }

  /** Class of that name, as the application has it and the list allows it. */
  Class<?> application(String name) throws IOException, ClassNotFoundException {
    Class<?> type = Class.forName(name, false, loader);
    allowed.check(type);
    return type;
  }

  /**
   * Reads a descriptor; the JDK does it by this stream's {@code readUTF} for the class's name and
   * then {@code readLong} for its {@code serialVersionUID}, which is where we come in (checked with
   * JDK 17: {@code ObjectStreamClass.readNonProxy}).
   */
  @Override
  protected ObjectStreamClass readClassDescriptor() throws IOException, ClassNotFoundException {
    inDescriptor = true;
    described = null;
    try {
      return super.readClassDescriptor();
    } finally {
      inDescriptor = false;
    }
  }

  @Override
  public String readUTF() throws IOException {
    String text = super.readUTF();
    if (inDescriptor && described == null) {
      described = text;
    }
    return text;
  }

  @Override
  public long readLong() throws IOException {
    long number = super.readLong();
    return inDescriptor ? versionFitting(described, number) : number;
  }

  private long versionFitting(String name, long inStream) {
    try {
      Class<?> type = Class.forName(name, false, loader);
      return allowed.isOfApplication(type) ? ClassVersions.fitting(type, inStream) : inStream;
    } catch (ClassNotFoundException e) {
      return inStream; // what is to be done about it is decided when the class is resolved
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
    throw allowed.refusedProxy("proxy of " + String.join(",", interfaces));
  }

  @Override
  protected Object resolveObject(Object object) throws IOException {
    if (object == null || !References.isNames(object.getClass())) {
      return object;
    }
    Object proxy = References.proxyOf(object);
    bound = proxy.getClass(); // the stream asks the filter about what we put in, too
    return proxy;
  }
}
