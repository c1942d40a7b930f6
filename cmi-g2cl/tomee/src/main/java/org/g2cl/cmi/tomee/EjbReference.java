package org.g2cl.cmi.tomee;

import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.openejb.BeanContext;
import org.apache.openejb.BeanType;
import org.apache.openejb.InterfaceType;
import org.apache.openejb.ProxyInfo;
import org.apache.openejb.core.ivm.BaseEjbProxyHandler;
import org.apache.openejb.core.ivm.EjbHomeProxyHandler;
import org.apache.openejb.core.ivm.EjbObjectProxyHandler;
import org.apache.openejb.core.ivm.IntraVmProxy;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;
import org.apache.openejb.util.proxy.ProxyManager;

/**
 * Reference to a bean as it travels in a state: names instead of the server's own proxy objects, so
 * that it binds to the bean of the member that reads it.
 *
 * @param deployment deployment id of the bean
 * @param key session id of a stateful bean, or null
 * @param view name of the server's interface type
 * @param mainInterface name of the interface asked for, or null
 * @param interfaces names of all interfaces
 */
record EjbReference(
    String deployment, String key, String view, String mainInterface, List<String> interfaces)
    implements Serializable {

  static boolean isProxy(Object object) {
    return object instanceof IntraVmProxy;
  }

  static EjbReference of(Object proxy) throws NotSerializableException {
    ProxyInfo info = info((BaseEjbProxyHandler) ProxyManager.getInvocationHandler(proxy));
    if (info.getPrimaryKey() != null && !(info.getPrimaryKey() instanceof String)) {
      throw new NotSerializableException(proxy.getClass().getName()); // a bean of a stock container
    }
    var interfaces = new ArrayList<String>();
    for (Class<?> type : info.getInterfaces()) {
      interfaces.add(type.getName());
    }
    return new EjbReference(
        (String) info.getBeanContext().getDeploymentID(),
        (String) info.getPrimaryKey(),
        info.getInterfaceType().name(),
        info.getInterface() == null ? null : info.getInterface().getName(),
        interfaces);
  }

  /**
   * What a proxy stands for. One that a call has found to be of no session any more has forgotten
   * its bean, and is state as others are: it finds the same where it is read.
   */
  private static ProxyInfo info(BaseEjbProxyHandler handler) {
    if (handler.isValid()) {
      return handler.getProxyInfo();
    }
    handler.setBeanContext(deployed(handler.deploymentID));
    try {
      return handler.getProxyInfo();
    } finally {
      handler.setBeanContext(null);
    }
  }

  private static BeanContext deployed(Object deployment) {
    return SystemInstance.get().getComponent(ContainerSystem.class).getBeanContext(deployment);
  }

  /** Deployment id of the bean behind a proxy, unless that stands for an instance of its own. */
  static Optional<Object> sharedBean(Object proxy) {
    if (!isProxy(proxy)
        || !(ProxyManager.getInvocationHandler(proxy) instanceof BaseEjbProxyHandler handler)) {
      return Optional.empty();
    }
    BeanContext bean =
        handler.isValid() ? handler.getBeanContext() : deployed(handler.deploymentID);
    if (bean == null) {
      return Optional.empty();
    }
    boolean shared =
        bean.getComponentType() == BeanType.STATELESS
            || bean.getComponentType() == BeanType.SINGLETON;
    return shared ? Optional.of(bean.getDeploymentID()) : Optional.empty();
  }

  /** Proxy of the bean as this member runs it. */
  Object resolve() throws InvalidObjectException {
    BeanContext bean = deployed(deployment);
    if (bean == null) {
      throw new InvalidObjectException(
          "the state refers to the bean '%s', which is not deployed on this member"
              .formatted(deployment));
    }
    InterfaceType type = InterfaceType.valueOf(view);
    @SuppressWarnings("rawtypes") // as OpenEJB declares it
    List<Class> types = classes(bean.getClassLoader());
    Class<?> main = mainInterface == null ? null : load(mainInterface, bean.getClassLoader());
    return type.isHome()
        ? EjbHomeProxyHandler.createHomeProxy(bean, type, types, main)
        : EjbObjectProxyHandler.createProxy(bean, key, type, types, main);
  }

  @SuppressWarnings("rawtypes") // as OpenEJB declares it
  private List<Class> classes(ClassLoader loader) throws InvalidObjectException {
    var types = new ArrayList<Class>();
    for (String name : interfaces) {
      types.add(load(name, loader));
    }
    return types;
  }

  private Class<?> load(String name, ClassLoader loader) throws InvalidObjectException {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new InvalidObjectException(
          "the state refers to the bean '%s' by the interface %s, which this member does not have"
              .formatted(deployment, name));
    }
  }
}
