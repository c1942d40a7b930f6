package org.g2cl.cmi.tomee;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.openejb.core.stateful.Instance;
import org.apache.openejb.core.stateful.StatefulContainer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Instances that the stock container has out of the cache. Between calls these are the ones whose
 * bean has left a transaction of its own open: the container calls them again without asking the
 * cache, whatever has become of the session meanwhile.
 *
 * <p>The container shows them to nobody; where the field cannot be read, none is known, and the log
 * says what follows. Thread-safe.
 */
final class KeptInstances {
  private static final Logger LOG = LoggerFactory.getLogger(KeptInstances.class);
  private static final Optional<Field> CHECKED_OUT = checkedOut(StatefulContainer.class);

  private final Map<?, ?> instances;

  private KeptInstances(Map<?, ?> instances) {
    this.instances = instances;
  }

  /** Those of a container that keeps none. */
  static KeptInstances none() {
    return new KeptInstances(new ConcurrentHashMap<>());
  }

  static KeptInstances of(StatefulContainer container) {
    try {
      return CHECKED_OUT.isEmpty()
          ? none()
          : new KeptInstances((Map<?, ?>) CHECKED_OUT.get().get(container));
    } catch (IllegalAccessException e) {
      return none();
    }
  }

  /** Instance that the container would call, or null when it would ask the cache. */
  Instance get(Object key) {
    return (Instance) instances.get(key);
  }

  /**
   * Has the container ask the cache, and rolls back the transaction that the bean has left open.
   */
  void giveUp(Object key) {
    var kept = (Instance) instances.remove(key);
    if (kept != null) {
      rollBack(kept);
    }
  }

  /** The same, unless the container has another instance of the session, or none, by now. */
  void giveUp(Object key, Instance kept) {
    if (instances.remove(key, kept)) {
      rollBack(kept);
    }
  }

  private static void rollBack(Instance kept) {
    var open = kept.getBeanTransaction();
    if (open != null) {
      kept.setBeanTransaction(null);
      open.destroy();
    }
  }

  /** Private field, checked with OpenEJB 10.1.2 and 9.0.0. */
  static Optional<Field> checkedOut(Class<?> container) {
    try {
      Field field = container.getDeclaredField("checkedOutInstances");
      field.setAccessible(true);
      return Optional.of(field);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.warn(
          "a bean that leaves a transaction of its own open may go on from an older state, since field checkedOutInstances of OpenEJB's stateful container cannot be read ({}); let such beans end their transactions, or run OpenEJB 9.0.0 or 10.1.2",
          e.toString());
      return Optional.empty();
    }
  }
}
