package org.g2cl.cmi.jonas;

import java.lang.reflect.Field;
import java.util.Optional;
import org.ow2.cmi.ha.StatefulBeanReference;

/**
 * Which of the container's instances a reference stands for: the container makes a new reference
 * for each call.
 *
 * <p>By reflection, for no method tells it. The reference has the container's switch, which the
 * container uses again for another bean; the switch has the context, which is one bean's from its
 * creation to its end. Checked with {@code StatefulBeanRefImpl} and {@code JStatefulSwitch} of
 * JOnAS 5.2.3; of other classes' nothing is known.
 */
final class BeanInstances {
  private static final ClassValue<Optional<Field>> SWITCH = new Named("bs");
  private static final ClassValue<Optional<Field>> CONTEXT = new Named("bctx");

  /** Field of that name of a class, if it has one. */
  private static final class Named extends ClassValue<Optional<Field>> {
    private final String name;

    Named(String name) {
      this.name = name;
    }

    @Override
    protected Optional<Field> computeValue(Class<?> type) {
      try {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return Optional.of(field);
      } catch (NoSuchFieldException | RuntimeException e) {
        return Optional.empty();
      }
    }
  }

  private BeanInstances() {}

  /**
   * Object that is the same for one instance only, or null when it is not known; of an instance
   * that has come to its end, one that is no other's.
   */
  static Object of(StatefulBeanReference reference) {
    if (reference == null) {
      return null;
    }
    try {
      Optional<Field> field = SWITCH.get(reference.getClass());
      Object holder = field.isPresent() ? field.get().get(reference) : null;
      Optional<Field> context = holder == null ? Optional.empty() : CONTEXT.get(holder.getClass());
      if (context.isEmpty()) {
        return null;
      }
      Object instance = context.get().get(holder);
      return instance == null ? new Object() : instance;
    } catch (IllegalAccessException e) {
      return null;
    }
  }
}
