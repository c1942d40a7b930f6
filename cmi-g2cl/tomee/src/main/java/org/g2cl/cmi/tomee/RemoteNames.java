package org.g2cl.cmi.tomee;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.Context;
import javax.naming.NamingException;
import org.apache.openejb.BeanContext;
import org.apache.openejb.OpenEJBException;
import org.apache.openejb.assembler.classic.JndiBuilder;
import org.apache.openejb.client.EJBMetaDataImpl;
import org.apache.openejb.client.InterfaceType;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;

/**
 * Names under which clients find how to create a session by a request that has an id.
 *
 * <p>A look-up by the stock client creates the session inside a JNDI request, which carries no id
 * and can therefore not be repeated safely. Beside each remote name {@code X} of a replicated bean
 * stands {@code g2cl/X}: the bean's meta data, whose home interface is {@link Callable}; calling it
 * by an ordinary EJB request creates the session.
 */
final class RemoteNames {
  /** Method of the server by which a session is created. */
  static final Method CREATE = method(BeanContext.BusinessRemoteHome.class, "create");

  private static final String REMOTE = "openejb/remote/";
  private static final String OURS = REMOTE + "g2cl/";

  private final Map<BeanContext, List<String>> bound = new ConcurrentHashMap<>();

  void bind(BeanContext bean) throws OpenEJBException {
    if (bean.getBusinessRemoteInterfaces().isEmpty()) {
      return;
    }
    var names = new ArrayList<String>();
    bound.put(bean, names);
    for (String name : bindings(bean)) {
      if (name.startsWith(REMOTE)) {
        bind(bean, OURS + name.substring(REMOTE.length()), names);
      }
    }
  }

  @SuppressWarnings("BanJNDI") // writes a name of our own, in this JVM
  private static void bind(BeanContext bean, String name, List<String> names)
      throws OpenEJBException {
    try {
      jndi().bind(name, metaData(bean));
      names.add(name);
    } catch (NamingException e) {
      throw new OpenEJBException(
          "bean %s: the name %s cannot be bound".formatted(bean.getDeploymentID(), name), e);
    }
  }

  void unbind(BeanContext bean) {
    List<String> names = bound.remove(bean);
    if (names == null) {
      return;
    }
    for (String name : names) {
      try {
        jndi().unbind(name);
      } catch (NamingException e) {
        // gone already, with the whole tree
      }
    }
  }

  private static Context jndi() {
    return SystemInstance.get().getComponent(ContainerSystem.class).getJNDIContext();
  }

  private static EJBMetaDataImpl metaData(BeanContext bean) {
    var metaData =
        new EJBMetaDataImpl(
            Callable.class,
            null,
            null,
            bean.getComponentType().toString(),
            bean.getDeploymentID().toString(),
            -1,
            InterfaceType.BUSINESS_REMOTE,
            bean.getBusinessRemoteInterfaces(),
            bean.getAsynchronousMethodSignatures());
    metaData.loadProperties(bean.getProperties());
    return metaData;
  }

  /** Names of a bean, kept in a protected class of the server; checked with OpenEJB 10.1.2. */
  private static List<String> bindings(BeanContext bean) throws OpenEJBException {
    try {
      Class<?> type = Class.forName(JndiBuilder.class.getName() + "$Bindings");
      Object bindings = bean.get(type);
      if (bindings == null) {
        return List.of();
      }
      Method getBindings = type.getMethod("getBindings");
      getBindings.setAccessible(true);
      var names = new ArrayList<String>();
      for (Object name : (List<?>) getBindings.invoke(bindings)) {
        names.add((String) name);
      }
      return names;
    } catch (ReflectiveOperationException e) {
      throw new OpenEJBException(
          "bean %s: its names cannot be read (%s), as with another OpenEJB than 10.1 and that of TomEE 9.0.0; run one of these"
              .formatted(bean.getDeploymentID(), e),
          e);
    }
  }

  private static Method method(Class<?> type, String name) {
    try {
      return type.getMethod(name);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }
}
