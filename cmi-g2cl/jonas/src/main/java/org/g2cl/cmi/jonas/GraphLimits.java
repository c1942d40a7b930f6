package org.g2cl.cmi.jonas;

import java.io.ObjectInputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Limits of depth, references and array lengths on an object stream, where the JDK can set them.
 *
 * <p>By reflection, since the filter is {@code java.io.ObjectInputFilter} from Java 9 on and {@code
 * sun.misc.ObjectInputFilter} in updates of Java 8; checked with 8u504 and 17. Where neither is
 * there, the list of classes and the length of the stream remain.
 */
final class GraphLimits implements InvocationHandler {
  private static final int MAX_DEPTH = 128;
  private static final int MAX_ARRAY = 10 << 20;
  private static final int MAX_REFERENCES = 300_000;

  /** What is allowed, as part of a sentence. */
  static final String RULE =
      "at most %d objects deep, of %d references, and with arrays of %d elements"
          .formatted(MAX_DEPTH, MAX_REFERENCES, MAX_ARRAY);

  private final Class<?> filterType;
  private final Object rejected;
  private final Object undecided;

  private GraphLimits(Class<?> filterType) throws ReflectiveOperationException {
    this.filterType = filterType;
    Class<?> status = ofJdk(filterType.getName() + "$Status");
    this.rejected = status.getField("REJECTED").get(null);
    this.undecided = status.getField("UNDECIDED").get(null);
  }

  /** Sets the limits; false when this JDK has no filter to set. */
  static boolean install(ObjectInputStream in) {
    return installNew(in) || installOld(in);
  }

  private static boolean installNew(ObjectInputStream in) {
    try {
      Class<?> type = ofJdk("java.io.ObjectInputFilter");
      ObjectInputStream.class
          .getMethod("setObjectInputFilter", type)
          .invoke(in, new GraphLimits(type).proxy());
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  private static boolean installOld(ObjectInputStream in) {
    try {
      Class<?> type = ofJdk("sun.misc.ObjectInputFilter");
      ofJdk("sun.misc.ObjectInputFilter$Config")
          .getMethod("setObjectInputFilter", ObjectInputStream.class, type)
          .invoke(null, in, new GraphLimits(type).proxy());
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
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
    boolean over =
        number(info, "depth", arguments[0]) > MAX_DEPTH
            || number(info, "references", arguments[0]) > MAX_REFERENCES
            || number(info, "arrayLength", arguments[0]) > MAX_ARRAY;
    return over ? rejected : undecided;
  }

  private static long number(Class<?> info, String name, Object of)
      throws ReflectiveOperationException {
    return ((Number) info.getMethod(name).invoke(of)).longValue();
  }
}
