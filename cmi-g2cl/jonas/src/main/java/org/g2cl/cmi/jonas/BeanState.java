package org.g2cl.cmi.jonas;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectStreamConstants;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import javax.ejb.Handle;
import javax.ejb.SessionBean;
import org.ow2.cmi.ha.ReplicationException;
import org.ow2.cmi.ha.StatefulBeanReference;

/**
 * State of a bean of JOnAS's container: looked at when it goes out, and read with a list of classes
 * when a bean is given it.
 *
 * <p>Does what {@code StatefulBeanRefImpl} of JOnAS does, but for the stream: that of JOnAS has no
 * list of classes, and cannot read an array, so no {@code BigDecimal} either, as it asks a class
 * loader for its class by {@code loadClass}. By reflection, since the classes are in the EJB
 * container's bundle; checked with JOnAS 5.2.3. A reference of another class reads its state
 * itself.
 */
final class BeanState {
  private static final String OF_JONAS = "org.ow2.jonas.lib.ejb21.ha.StatefulBeanRefImpl";
  private static final String STREAM = "org.ow2.jonas.lib.ejb21.ha.JRepStatefulInputStream";
  private static final String WRAPPER = "org.ow2.jonas.lib.ejb21.JWrapper";
  private static final int WRAPPED_HANDLE = 3;

  private final ValueCodec values;

  BeanState(ValueCodec values) {
    this.values = values;
  }

  /**
   * State that a bean has now.
   *
   * @throws IOException when {@link #give} would refuse it
   */
  byte[] of(StatefulBeanReference bean) throws ReplicationException, IOException {
    byte[] state = bean.getState();
    if (isOfJonas(bean)) {
      values.check(state);
    }
    return state;
  }

  /**
   * Gives a bean its state.
   *
   * @throws ReplicationException when it cannot be read, or must not be
   */
  void give(StatefulBeanReference bean, byte[] state) throws ReplicationException {
    try {
      if (isOfJonas(bean)) {
        giveToJonas(bean, state);
      } else {
        bean.injectState(state);
      }
    } catch (InvocationTargetException e) {
      throw failed(e.getCause());
    } catch (IOException | ReflectiveOperationException | ClassCastException e) {
      throw failed(e);
    }
  }

  private static boolean isOfJonas(StatefulBeanReference bean) {
    return bean.getClass().getName().equals(OF_JONAS);
  }

  private static ReplicationException failed(Throwable e) {
    return new ReplicationException("its state cannot be read: " + e, e);
  }

  private void giveToJonas(StatefulBeanReference bean, byte[] state)
      throws IOException, ReflectiveOperationException, ReplicationException {
    Field field = bean.getClass().getDeclaredField("bs");
    field.setAccessible(true);
    Object container = field.get(bean);
    if (container == null) {
      return;
    }
    Object context = call(container, "getStatefulContext");
    SessionBean fresh = read(bean, container, state);
    copyTransient(call(context, "getInstance"), fresh);
    method(context.getClass(), "setInstance").invoke(context, fresh);
    try {
      fresh.ejbActivate();
    } catch (java.rmi.RemoteException e) {
      throw failed(e);
    }
  }

  private SessionBean read(StatefulBeanReference bean, Object container, byte[] state)
      throws IOException, ReflectiveOperationException {
    ClassLoader application =
        (ClassLoader) call(call(container, "getBeanFactory"), "myClassLoader");
    Substitutes substitutes = new Substitutes(bean.getClass().getClassLoader(), container);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(application);
    try {
      return (SessionBean) values.read(state, substitutes);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** Of the bean's own class only, as JOnAS does. */
  private static void copyTransient(Object from, Object to) throws IllegalAccessException {
    for (Field field : to.getClass().getDeclaredFields()) {
      if (Modifier.isTransient(field.getModifiers()) && !Modifier.isStatic(field.getModifiers())) {
        field.setAccessible(true);
        field.set(to, field.get(from));
      }
    }
  }

  private static Object call(Object on, String name) throws ReflectiveOperationException {
    return method(on.getClass(), name).invoke(on);
  }

  /** The first of that name, of the class or one above it; those that are called have one each. */
  private static Method method(Class<?> type, String name) throws NoSuchMethodException {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      for (Method method : at.getDeclaredMethods()) {
        if (method.getName().equals(name) && !method.isBridge()) {
          method.setAccessible(true);
          return method;
        }
      }
    }
    throw new NoSuchMethodException(type.getName() + "." + name);
  }

  /** What JOnAS's stream takes for what stands for it: contexts, homes, other beans. */
  private final class Substitutes implements ValueCodec.Resolver {
    private final Object stream;
    private final Method resolve;

    Substitutes(ClassLoader jonas, Object container) throws ReflectiveOperationException {
      Class<?> type = Class.forName(STREAM, true, jonas);
      Constructor<?> constructor = type.getConstructors()[0];
      stream = constructor.newInstance(empty(), container);
      resolve = method(type, "resolveObject");
    }

    private InputStream empty() {
      return new ByteArrayInputStream(
          ByteBuffer.allocate(2 * Short.BYTES)
              .putShort(ObjectStreamConstants.STREAM_MAGIC)
              .putShort(ObjectStreamConstants.STREAM_VERSION)
              .array());
    }

    @Override
    public Object resolve(Object read) throws IOException {
      try {
        if (read != null
            && read.getClass().getName().equals(WRAPPER)
            && call(read, "getType").equals(WRAPPED_HANDLE)) {
          return (Handle) values.read((byte[]) call(read, "getObject")); // JOnAS reads it unseen
        }
        return resolve.invoke(stream, read);
      } catch (InvocationTargetException e) {
        throw new IOException("a part of it cannot be restored: " + e.getCause(), e.getCause());
      } catch (ReflectiveOperationException | ClassCastException e) {
        throw new IOException("a part of it cannot be restored: " + e, e);
      }
    }
  }
}
