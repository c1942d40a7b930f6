package org.g2cl.cmi.tomee;

import jakarta.ejb.EJBContext;
import jakarta.enterprise.context.spi.CreationalContext;
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

  private final List<Injected> fields;

  private InjectedFields(List<Injected> fields) {
    this.fields = fields;
  }

  /** Where a field gets its value from. */
  interface Origin {
    /** Tells whether injecting again gives the same as this value. */
    boolean gives(Object value);

    /**
     * Makes or finds the value.
     *
     * @param owner of what is made for it, or null
     */
    Object take(CreationalContext<?> owner) throws NamingException;
  }

  static InjectedFields of(BeanContext bean, Class<?> type, ClassAllowList allowed) {
    CdiInjections cdi = CdiInjections.of(bean, type, allowed);
    var found = new ArrayList<Injected>();
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          origin(bean, field)
              .or(() -> cdi.of(field))
              .ifPresent(origin -> found.add(new Injected(field, origin)));
        }
      }
    }
    return new InjectedFields(List.copyOf(found));
  }

  private static Optional<Origin> origin(BeanContext bean, Field field) {
    if (EJBContext.class.isAssignableFrom(field.getType())) {
      return Optional.of(new ContextOrigin(bean));
    }
    String jndiName = null;
    for (Injection injection : bean.getInjections()) {
      if (injection.getTarget() == field.getDeclaringClass()
          && injection.getName().equals(field.getName())) {
        jndiName = injection.getJndiName();
      }
    }
    return Optional.ofNullable(jndiName).map(name -> new NamedOrigin(bean, name));
  }

  /** Sets the fields to null and gives back what they held, in a form for {@link #restore}. */
  Object[] blank(Object target) {
    var held = new Object[fields.size()];
    for (int i = 0; i < held.length; i++) {
      Object value = fields.get(i).get(target);
      if (value != null && fields.get(i).origin.gives(value)) {
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

  /**
   * Injects those fields that were blanked when the state was written, and transient ones.
   *
   * @param owner of what is made for them, or null
   */
  void inject(Object target, Collection<String> blanked, CreationalContext<?> owner)
      throws NamingException {
    for (Injected field : fields) {
      if (field.isTransient() || blanked.contains(field.name())) {
        field.set(target, field.origin.take(owner));
      }
    }
  }

  /** One of the fields. */
  private static final class Injected {
    private final Field field;
    private final Origin origin;

    Injected(Field field, Origin origin) {
      this.field = field;
      this.origin = origin;
      field.setAccessible(true);
    }

    String name() {
      return field.getName();
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
  }

  /** The bean's own context. */
  private record ContextOrigin(BeanContext bean) implements Origin {
    @Override
    public boolean gives(Object value) {
      return true;
    }

    @Override
    public Object take(CreationalContext<?> owner) {
      return bean.get(EJBContext.class);
    }
  }

  /** A name of the bean's own. */
  private static final class NamedOrigin implements Origin {
    private final BeanContext bean;
    private final String name;

    /** Deployment id of the bean that is injected, once it was looked up; never a stateful one. */
    private volatile Object reference;

    /** Entry of the environment, once it was looked up; it stays as long as the deployment. */
    private volatile Object value;

    NamedOrigin(BeanContext bean, String name) {
      this.bean = bean;
      this.name = name;
    }

    @Override
    public boolean gives(Object held) {
      if (!EjbReference.isProxy(held)) {
        return !isValue(held) || held.equals(injected());
      }
      Optional<Object> target = EjbReference.sharedBean(held);
      return target.isPresent() && target.get().equals(reference());
    }

    /** What an entry of the environment may be, and the bean may put another in place of. */
    private static boolean isValue(Object held) {
      return held instanceof String
          || held instanceof Number
          || held instanceof Boolean
          || held instanceof Character
          || held instanceof Enum<?>;
    }

    private Object injected() {
      if (value == null) {
        try {
          value = take(null);
        } catch (NamingException e) {
          value = NONE;
        }
      }
      return value;
    }

    private Object reference() {
      if (reference == null) {
        try {
          reference = EjbReference.sharedBean(take(null)).orElse(NONE);
        } catch (NamingException e) {
          reference = NONE;
        }
      }
      return reference;
    }

    @Override
    @SuppressWarnings("BanJNDI") // the names of the bean itself, in this JVM
    public Object take(CreationalContext<?> owner) throws NamingException {
      return bean.getJndiEnc().lookup(name);
    }
  }
}
