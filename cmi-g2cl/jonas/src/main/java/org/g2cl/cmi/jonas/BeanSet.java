package org.g2cl.cmi.jonas;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.ow2.cmi.ha.StatefulBeanReference;

/** Set of the container's instances, which it does not hold; of one that is not known, none. */
final class BeanSet {
  private final Set<Object> instances = Collections.newSetFromMap(new WeakHashMap<>());

  void add(StatefulBeanReference bean) {
    Object instance = BeanInstances.of(bean);
    if (instance != null) {
      synchronized (instances) {
        instances.add(instance);
      }
    }
  }

  void remove(StatefulBeanReference bean) {
    Object instance = BeanInstances.of(bean);
    synchronized (instances) {
      instances.remove(instance);
    }
  }

  boolean has(StatefulBeanReference bean) {
    Object instance = BeanInstances.of(bean);
    synchronized (instances) {
      return instance != null && instances.contains(instance);
    }
  }
}
