package org.g2cl.cmi.jonas;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.ow2.cmi.ha.StatefulBeanReference;

/**
 * Instances that were called without a transaction, so that there may be no copy of them though
 * they are not empty.
 */
final class UnreplicatedBeans {
  private final Set<Object> instances = Collections.newSetFromMap(new WeakHashMap<>());

  void add(StatefulBeanReference bean) {
    Object instance = BeanInstances.of(bean);
    if (instance != null) {
      synchronized (instances) {
        instances.add(instance);
      }
    }
  }

  boolean has(StatefulBeanReference bean) {
    Object instance = BeanInstances.of(bean);
    synchronized (instances) {
      return instance != null && instances.contains(instance);
    }
  }
}
