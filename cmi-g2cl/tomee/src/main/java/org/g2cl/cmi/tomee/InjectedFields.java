package org.g2cl.cmi.tomee;

import jakarta.ejb.EJBContext;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.naming.NamingException;
import org.apache.openejb.BeanContext;
import org.apache.openejb.Injection;

/**
 * Fields of a bean or interceptor class that the server injects, and that are injected again where
 * the state is read, instead of being written.
 *
 * <p>They are set to null while the state is written: a context among them would otherwise replace
 * itself, before a stream can prevent it, by an entry of a table shared by all threads of the JVM
 * (OpenEJB 10.1.2, {@code BaseContext.writeReplace}). References to stateful beans stay: they are
 * state; and so do those that the bean has put in place of what was injected. Thread-safe.
 */
final class InjectedFields {
  /** No bean; equal to no deployment id. */
  private static final Object NONE = new Object();

  private final BeanContext bean;
  private final List<Injected> fields;

  private InjectedFields(BeanContext bean, List<Injected> fields) {
    this.bean = bean;
    this.fields = fields;
  }

  static InjectedFields of(BeanContext bean, Class<?> type) {
    var found = new ArrayList<Injected>();
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          injected(bean, field).ifPresent(found::add);
        }
      }
    }
    return new InjectedFields(bean, List.copyOf(found));
  }

  private static Optional<Injected> injected(BeanContext bean, Field field) {
    String jndiName = null;
    for (Injection injection : bean.getInjections()) {
      if (injection.getTarget() == field.getDeclaringClass()
          && injection.getName().equals(field.getName())) {
        jndiName = injection.getJndiName();
      }
    }
    if (jndiName == null && !EJBContext.class.isAssignableFrom(field.getType())) {
      return Optional.empty();
    }
    field.setAccessible(true);
    return Optional.of(new Injected(field, Optional.ofNullable(jndiName)));
  }

  /** Sets the fields to null and gives back what they held, in a form for {@link #restore}. */
  Object[] blank(Object target) {
    var held = new Object[fields.size()];
    for (int i = 0; i < held.length; i++) {
      Object value = fields.get(i).get(target);
      if (value != null && fields.get(i).gives(value, bean)) {
        held[i] = value;
        fields.get(i).set(target, null);
      }
    }
    return held;
  }

  /** Undoes {@link #blank}. */
  void restore(Object target, Object[] held) {
    for (int i = 0; i < held.length; i++) {
      if (held[i] != null) {
        fields.get(i).set(target, held[i]);
      }
    }
  }

  /** Names of the fields that {@link #blank} has set to null. */
  List<String> names(Object[] held) {
    var names = new ArrayList<String>();
    for (int i = 0; i < held.length; i++) {
      if (held[i] != null) {
        names.add(fields.get(i).name());
      }
    }
    return names;
  }

  /** Injects those fields that were blanked when the state was written, and transient ones. */
  void inject(Object target, Collection<String> blanked) throws NamingException {
    for (Injected field : fields) {
      if (field.isTransient() || blanked.contains(field.name())) {
        field.set(target, field.lookup(bean));
      }
    }
  }

  /** One of the fields. */
  private static final class Injected {
    private final Field field;
    private final Optional<String> jndiName;

    /** Deployment id of the bean that is injected, once it was looked up; never a stateful one. */
    private volatile Object reference;

    Injected(Field field, Optional<String> jndiName) {
      this.field = field;
      this.jndiName = jndiName;
    }

    String name() {
      return field.getName();
    }

    /** Tells whether injecting again gives the same as this value. */
    boolean gives(Object value, BeanContext bean) {
      if (!EjbReference.isProxy(value)) {
        return true;
      }
      Optional<Object> target = EjbReference.sharedBean(value);
      return target.isPresent() && target.get().equals(reference(bean));
    }

    private Object reference(BeanContext bean) {
      if (reference == null) {
        try {
          reference = EjbReference.sharedBean(lookup(bean)).orElse(NONE);
        } catch (NamingException e) {
          reference = NONE;
        }
      }
      return reference;
    }

    Object get(Object target) {
      try {
        return field.getType().isPrimitive() ? null : field.get(target);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }

    void set(Object target, Object value) {
      try {
        field.set(target, value);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }

    boolean isTransient() {
      return Modifier.isTransient(field.getModifiers());
    }

    @SuppressWarnings("BanJNDI") // the names of the bean itself, in this JVM
    Object lookup(BeanContext bean) throws NamingException {
      return EJBContext.class.isAssignableFrom(field.getType())
          ? bean.get(EJBContext.class)
          : bean.getJndiEnc().lookup(jndiName.orElseThrow());
    }
  }
}
