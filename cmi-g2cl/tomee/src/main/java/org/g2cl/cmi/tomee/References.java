package org.g2cl.cmi.tomee;

import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import org.apache.openejb.core.ivm.IntraVmProxy;
import org.apache.webbeans.intercept.NormalScopedBeanInterceptorHandler;
import org.apache.webbeans.proxy.OwbNormalScopeProxy;

/** Proxies of the server's beans in a state, and the names that travel in place of them. */
final class References {
  private References() {}

  /**
   * Tells whether objects of the class are proxies, or what one of CDI writes in place of itself
   * before a stream can prevent it.
   */
  static boolean isProxy(Class<?> type) {
    return IntraVmProxy.class.isAssignableFrom(type)
        || OwbNormalScopeProxy.class.isAssignableFrom(type)
        || NormalScopedBeanInterceptorHandler.class.isAssignableFrom(type);
  }

  /** Tells whether objects of the class are names. */
  static boolean isNames(Class<?> type) {
    return type == EjbReference.class || type == CdiReference.class;
  }

  static Record namesOf(Object proxy) throws NotSerializableException {
    return EjbReference.isProxy(proxy) ? EjbReference.of(proxy) : CdiReference.of(proxy);
  }

  /**
   * Proxy that the names stand for.
   *
   * @throws InvalidObjectException when they are no names, or name what this member does not have
   */
  static Object proxyOf(Object names) throws InvalidObjectException {
    if (names instanceof EjbReference ejb) {
      return ejb.resolve();
    }
    if (names instanceof CdiReference bean) {
      return bean.resolve();
    }
    throw new InvalidObjectException("a reference to a bean is not named by its names");
  }
}
