package org.g2cl.cmi.jonas;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Limits on an object stream while it is read, where the JDK can set them: those of {@link
 * ObjectScan}, and one for the elements of all arrays, which the JDK asks for before it makes an
 * array or the table of a hash map, however long the stream says they are. The filter that the
 * stream had, an administrator's {@code jdk.serialFilter}, is asked too: who refuses counts.
 *
 * <p>By reflection, since the filter is {@code java.io.ObjectInputFilter} from Java 9 on and {@code
 * sun.misc.ObjectInputFilter} in updates of Java 8; checked with 8u504 and 17. Where neither is
 * there, what {@link ObjectScan} looks at remains. One for each stream; not thread-safe.
 */
final class GraphLimits implements InvocationHandler {
  /** Elements of arrays and tables for each byte of the stream, in which most take several. */
  private static final int ELEMENTS_PER_BYTE = 4;

  private static final int ELEMENTS_AT_LEAST = 4_096;

  private final Class<?> filterType;
  private final Object rejected;
  private final Object undecided;
  private final Object former;
  private final long maxElements;
  private long elements;
  private boolean refusedByFormer;

  private GraphLimits(Class<?> filterType, Object former, int streamBytes)
      throws ReflectiveOperationException {
    this.filterType = filterType;
    this.former = former;
    this.maxElements = (long) ELEMENTS_PER_BYTE * streamBytes + ELEMENTS_AT_LEAST;
    Class<?> status = ofJdk(filterType.getName() + "$Status");
    this.rejected = status.getField("REJECTED").get(null);
    this.undecided = status.getField("UNDECIDED").get(null);
  }

  /**
   * Sets the limits; null when this JDK has no filter to set.
   *
   * @throws IOException when it has, and lets none be set
   */
  static GraphLimits install(ObjectInputStream in, int streamBytes) throws IOException {
    try {
      GraphLimits set = installNew(in, streamBytes);
      return set == null ? installOld(in, streamBytes) : set;
    } catch (InvocationTargetException e) {
      throw new IOException(
          "nothing is read without limits, and this JVM lets none be set: %s. Where it has a security manager, grant java.io.SerializablePermission \"serialFilter\""
              .formatted(e.getCause()),
          e);
    }
  }

  private static GraphLimits installNew(ObjectInputStream in, int streamBytes)
      throws InvocationTargetException {
    try {
      Class<?> type = ofJdk("java.io.ObjectInputFilter");
      Object former = ObjectInputStream.class.getMethod("getObjectInputFilter").invoke(in);
      GraphLimits limits = new GraphLimits(type, former, streamBytes);
      ObjectInputStream.class.getMethod("setObjectInputFilter", type).invoke(in, limits.proxy());
      return limits;
    } catch (InvocationTargetException e) {
      throw e;
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  private static GraphLimits installOld(ObjectInputStream in, int streamBytes)
      throws InvocationTargetException {
    try {
      Class<?> type = ofJdk("sun.misc.ObjectInputFilter");
      Class<?> config = ofJdk("sun.misc.ObjectInputFilter$Config");
      Object former =
          config.getMethod("getObjectInputFilter", ObjectInputStream.class).invoke(null, in);
      GraphLimits limits = new GraphLimits(type, former, streamBytes);
      config
          .getMethod("setObjectInputFilter", ObjectInputStream.class, type)
          .invoke(null, in, limits.proxy());
      return limits;
    } catch (InvocationTargetException e) {
      throw e;
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /** Why the JDK says that a filter refused the stream. */
  String reason() {
    return refusedByFormer
        ? "the filter of this JVM (jdk.serialFilter) refuses it"
        : "a value or state may be %s, and its arrays may have %d elements in all for each byte"
            .formatted(ScanLimits.RULE, ELEMENTS_PER_BYTE);
  }

  /** Past the class loader of this class: a bundle sees no {@code sun.misc}. */
  private static Class<?> ofJdk(String name) throws ClassNotFoundException {
    return Class.forName(name, true, null);
  }

  private Object proxy() {
    return Proxy.newProxyInstance(filterType.getClassLoader(), new Class<?>[] {filterType}, this);
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (!method.getName().equals("checkInput")) {
      return method.getName().equals("toString") ? "GraphLimits" : null;
    }
    Class<?> info = ofJdk(filterType.getName() + "$FilterInfo");
    elements += Math.max(0, number(info, "arrayLength", arguments[0]));
    if (elements > maxElements
        || number(info, "depth", arguments[0]) > ScanLimits.MAX_DEPTH
        || number(info, "references", arguments[0]) > ScanLimits.MAX_REFERENCES) {
      return rejected;
    }
    Object said = former == null ? undecided : method.invoke(former, arguments);
    refusedByFormer |= said == rejected;
    return said;
  }

  private static long number(Class<?> info, String name, Object of)
      throws ReflectiveOperationException {
    return ((Number) info.getMethod(name).invoke(of)).longValue();
  }
}
