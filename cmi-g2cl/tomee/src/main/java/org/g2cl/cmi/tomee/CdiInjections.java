package org.g2cl.cmi.tomee;

import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.inject.Inject;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.openejb.BeanContext;
import org.apache.openejb.cdi.CdiEjbBean;
import org.apache.webbeans.component.InjectionTargetBean;
import org.apache.webbeans.config.WebBeansContext;
import org.apache.webbeans.container.BeanManagerImpl;

/**
 * Fields of a bean or interceptor class that CDI injects.
 *
 * <p>A bean of an application's class that has no scope of its own belongs to the session and is
 * state. What a producer or CDI itself has made is state where it can be written, and made anew
 * where the state is read otherwise: a logger, an entity manager, an event.
 */
final class CdiInjections {
  private final BeanManagerImpl beans;
  private final ClassAllowList allowed;
  private final Map<Field, InjectionPoint> points;

  private CdiInjections(
      BeanManagerImpl beans, ClassAllowList allowed, Map<Field, InjectionPoint> points) {
    this.beans = beans;
    this.allowed = allowed;
    this.points = points;
  }

  static CdiInjections of(BeanContext context, Class<?> type, ClassAllowList allowed) {
    WebBeansContext cdi = context.getWebBeansContext();
    if (cdi == null) {
      return new CdiInjections(null, allowed, Map.of());
    }
    BeanManagerImpl beans = cdi.getBeanManagerImpl();
    var points = new HashMap<Field, InjectionPoint>();
    for (InjectionPoint point : points(context, beans, type)) {
      if (point.getMember() instanceof Field field) {
        points.put(field, point);
      }
    }
    return new CdiInjections(beans, allowed, points);
  }

  private static Set<InjectionPoint> points(
      BeanContext context, BeanManagerImpl beans, Class<?> type) {
    CdiEjbBean<?> bean = context.get(CdiEjbBean.class);
    if (bean != null && type == context.getBeanClass()) {
      return bean.getInjectionPoints();
    }
    return hasInjectedField(type)
        ? beans
            .getInjectionTargetFactory(beans.createAnnotatedType(type))
            .createInjectionTarget(null)
            .getInjectionPoints()
        : Set.of();
  }

  private static boolean hasInjectedField(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (Arrays.stream(c.getDeclaredFields()).anyMatch(f -> f.isAnnotationPresent(Inject.class))) {
        return true;
      }
    }
    return false;
  }

  /** How CDI injects a field, unless it does not. */
  Optional<InjectedFields.Origin> of(Field field) {
    return Optional.ofNullable(points.get(field)).map(Point::new);
  }

  private final class Point implements InjectedFields.Origin {
    private final InjectionPoint point;

    Point(InjectionPoint point) {
      this.point = point;
    }

    @Override
    public boolean gives(Object value) {
      return !References.isProxy(value.getClass())
          && !(value instanceof Serializable && allowed.allows(value.getClass()))
          && !isOfApplicationsClass();
    }

    private boolean isOfApplicationsClass() {
      Bean<?> bean = beans.getInjectionResolver().getInjectionPointBean(point);
      return bean instanceof InjectionTargetBean;
    }

    @Override
    public Object take(CreationalContext<?> owner) {
      return beans.getInjectableReference(point, owner);
    }
  }
}
