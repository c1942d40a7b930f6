package org.g2cl.cmi.tomee;

import jakarta.ejb.EJBContext;
import jakarta.inject.Inject;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.apache.openejb.BeanContext;

/**
 * Fields that a bean has from superclasses which are not serializable, where its own class is: Java
 * serialization leaves them to the constructor there, so what calls have put into them is lost with
 * the server. Final ones, and what is injected, the constructor or the server makes again.
 */
final class UnsentFields {
  private UnsentFields() {}

  static List<String> of(BeanContext bean) {
    Class<?> type = bean.getBeanClass();
    var found = new ArrayList<String>();
    if (Serializable.class.isAssignableFrom(type)) {
      for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
        if (!Serializable.class.isAssignableFrom(c)) {
          addTo(found, bean, c);
        }
      }
    }
    return found;
  }

  private static void addTo(List<String> found, BeanContext bean, Class<?> type) {
    int madeAgain = Modifier.STATIC | Modifier.TRANSIENT | Modifier.FINAL;
    for (Field field : type.getDeclaredFields()) {
      if ((field.getModifiers() & madeAgain) == 0 && !isInjected(bean, field)) {
        found.add(type.getSimpleName() + "." + field.getName());
      }
    }
  }

  private static boolean isInjected(BeanContext bean, Field field) {
    return field.isAnnotationPresent(Inject.class)
        || EJBContext.class.isAssignableFrom(field.getType())
        || bean.getInjections().stream()
            .anyMatch(
                injection ->
                    injection.getTarget() == field.getDeclaringClass()
                        && injection.getName().equals(field.getName()));
  }
}
