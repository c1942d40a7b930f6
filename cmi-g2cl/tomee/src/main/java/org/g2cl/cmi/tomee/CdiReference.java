package org.g2cl.cmi.tomee;

import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.PassivationCapable;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.Serializable;
import org.apache.webbeans.config.WebBeansContext;
import org.apache.webbeans.container.BeanManagerImpl;
import org.apache.webbeans.intercept.NormalScopedBeanInterceptorHandler;
import org.apache.webbeans.proxy.OwbNormalScopeProxy;

/**
 * Reference to a bean of CDI with a normal scope as it travels in a state: its id instead of the
 * server's own proxy object, so that it binds to the bean of the member that reads it.
 *
 * @param bean id that the bean has in each server with the same application
 */
record CdiReference(String bean) implements Serializable {

  /**
   * Names of a proxy, or of what it writes in place of itself.
   *
   * @throws NotSerializableException when its bean has no id
   */
  static CdiReference of(Object proxy) throws NotSerializableException {
    Object handler = proxy instanceof OwbNormalScopeProxy of ? handler(of) : proxy;
    if (handler instanceof NormalScopedBeanInterceptorHandler known
        && known.getBean() instanceof PassivationCapable bean
        && bean.getId() != null) {
      return new CdiReference(bean.getId());
    }
    throw new NotSerializableException(proxy.getClass().getName());
  }

  private static Object handler(OwbNormalScopeProxy proxy) {
    return WebBeansContext.currentInstance()
        .getNormalScopeProxyFactory()
        .getInstanceProvider(proxy);
  }

  /** Proxy of the bean as this member has it. */
  Object resolve() throws InvalidObjectException {
    BeanManagerImpl beans = WebBeansContext.currentInstance().getBeanManagerImpl();
    Bean<?> found = beans.getPassivationCapableBean(bean);
    if (found == null) {
      throw new InvalidObjectException(
          "the state refers to the bean of CDI '%s', which this member does not have"
              .formatted(bean));
    }
    if (!beans.isNormalScope(found.getScope())) {
      throw new InvalidObjectException(
          "the state refers to the bean of CDI '%s' by its id, which has no normal scope"
              .formatted(bean));
    }
    return beans.getReference(found, found.getBeanClass(), beans.createCreationalContext(found));
  }
}
