package org.g2cl.cmi.jonas;

import java.lang.reflect.Field;
import java.util.Optional;
import org.ow2.cmi.ha.StatefulBeanReference;

/**
 * Which of the container's instances a reference stands for: the container makes a new reference
 * for each call.
 */
final class BeanInstances {
  /**
   * The container's object that stays with an instance; by reflection, for no method gives it.
   * Checked with {@code StatefulBeanRefImpl} of JOnAS 5.2.3; another class's is not known.
   */
  private static final ClassValue<Optional<Field>> SWITCH =
      new ClassValue<>() {
        @Override
        protected Optional<Field> computeValue(Class<?> type) {
          try {
            Field field = type.getDeclaredField("bs");
            field.setAccessible(true);
            return Optional.of(field);
          } catch (NoSuchFieldException | RuntimeException e) {
            return Optional.empty();
          }
        }
      };

  private BeanInstances() {}

  /** Object that is the same for one instance only, or null when it is not known. */
  static Object of(StatefulBeanReference reference) {
    if (reference == null) {
      return null;
    }
    try {
      Optional<Field> field = SWITCH.get(reference.getClass());
      return field.isPresent() ? field.get().get(reference) : null;
    } catch (IllegalAccessException e) {
      return null;
    }
  }
}
