package org.g2cl.registry;

import java.util.Hashtable;
import java.util.List;
import java.util.Optional;
import javax.naming.Binding;
import javax.naming.CompositeName;
import javax.naming.Context;
import javax.naming.ContextNotEmptyException;
import javax.naming.InvalidNameException;
import javax.naming.Name;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NameParser;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.NotContextException;
import javax.naming.OperationNotSupportedException;
import net.sf.jgcs.GroupException;

/** Context of a subtree of a registry; keeps nothing but its place. */
@SuppressWarnings({"BanJNDI", "JdkObsolete"}) // JNDI's own types; nothing is deserialized here
final class RegistryContext implements Context {
  private final Registry registry;

  /** Name of the subtree, empty for all. */
  private final String place;

  private final Hashtable<String, Object> environment = new Hashtable<>();

  RegistryContext(Registry registry, String place, Hashtable<?, ?> environment) {
    this.registry = registry;
    this.place = place;
    if (environment != null) {
      environment.forEach((key, value) -> this.environment.put((String) key, value));
    }
  }

  private String full(String name) {
    if (name.isEmpty()) {
      return place;
    }
    return place.isEmpty() ? name : place + "/" + name;
  }

  private String checked(String name) throws NamingException {
    try {
      return Names.checked(full(name));
    } catch (IllegalArgumentException e) {
      throw because(new InvalidNameException(e.getMessage()), e);
    }
  }

  private static NamingException because(NamingException failure, Throwable cause) {
    failure.setRootCause(cause);
    return failure;
  }

  private RegistryContext at(String fullName) {
    return new RegistryContext(registry, fullName, environment);
  }

  @Override
  public Object lookup(String name) throws NamingException {
    if (name.isEmpty()) {
      return at(place);
    }
    String wanted = checked(name);
    Optional<RegistryEntry> entry = registry.lookup(wanted);
    if (entry.isPresent()) {
      return known(entry.get());
    }
    if (registry.list(wanted).isEmpty()) {
      throw new NameNotFoundException("name '" + wanted + "' is not bound");
    }
    return at(wanted);
  }

  private static Object known(RegistryEntry entry) throws NamingException {
    Object value = entry.value();
    if (value instanceof UnknownValue unknown) {
      throw new NamingException(
          "name '%s' has an %s, of %s; bring this member to the release of that one, or bind the name anew"
              .formatted(entry.name(), unknown, entry.owner()));
    }
    return value;
  }

  /** A write to the registry. */
  @FunctionalInterface
  private interface Write {
    void run(String fullName) throws GroupException, InterruptedException;
  }

  private void write(String name, Write action) throws NamingException {
    String wanted = checked(name);
    try {
      action.run(wanted);
    } catch (NameAlreadyBoundException e) {
      throw because(new javax.naming.NameAlreadyBoundException(e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      throw because(new OperationNotSupportedException(e.getMessage()), e);
    } catch (GroupException e) {
      throw because(new NamingException(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw because(new NamingException("interrupted while writing '" + wanted + "'"), e);
    }
  }

  @Override
  public void bind(String name, Object value) throws NamingException {
    write(
        name,
        wanted -> {
          refuseToHide(wanted);
          registry.bind(wanted, value);
        });
  }

  /**
   * Refuses a name by which others could not be listed any more, or which could not itself. As this
   * member sees it: two may bind a name and one below it at the same time.
   */
  private void refuseToHide(String wanted) throws NameAlreadyBoundException {
    for (RegistryEntry entry : registry.list(wanted)) {
      if (!entry.name().equals(wanted)) {
        throw new NameAlreadyBoundException(
            "name '%s' is a context, in which '%s' is bound; choose another name"
                .formatted(wanted, entry.name()));
      }
    }
    for (int end = wanted.lastIndexOf('/'); end > 0; end = wanted.lastIndexOf('/', end - 1)) {
      String above = wanted.substring(0, end);
      if (registry.lookup(above).isPresent()) {
        throw new NameAlreadyBoundException(
            "name '%s' is below '%s', which is bound to a value; choose another name, or unbind that"
                .formatted(wanted, above));
      }
    }
  }

  @Override
  public void rebind(String name, Object value) throws NamingException {
    write(
        name,
        wanted -> {
          refuseToHide(wanted);
          registry.rebind(wanted, value);
        });
  }

  @Override
  public void unbind(String name) throws NamingException {
    write(name, registry::unbind);
  }

  @Override
  public void rename(String oldName, String newName) throws NamingException {
    Object value = lookup(oldName);
    if (value instanceof Context) {
      throw new OperationNotSupportedException("context '" + oldName + "' cannot be renamed");
    }
    bind(newName, value);
    unbind(oldName);
  }

  @Override
  public NamingEnumeration<NameClassPair> list(String name) throws NamingException {
    return new Listing<>(
        children(name).stream()
            .map(child -> new NameClassPair(child.name(), child.value().getClass().getName()))
            .toList());
  }

  @Override
  public NamingEnumeration<Binding> listBindings(String name) throws NamingException {
    return new Listing<>(
        children(name).stream().map(child -> new Binding(child.name(), child.value())).toList());
  }

  private List<Children.Child> children(String name) throws NamingException {
    String wanted = name.isEmpty() ? place : checked(name);
    if (!wanted.isEmpty() && registry.lookup(wanted).isPresent()) {
      throw new NotContextException("name '" + wanted + "' is bound to a value");
    }
    List<RegistryEntry> entries = registry.list(wanted);
    if (entries.isEmpty() && !wanted.isEmpty() && !name.isEmpty()) {
      throw new NameNotFoundException("name '" + wanted + "' is not bound");
    }
    return Children.of(wanted, entries, this::at);
  }

  /** Reserves nothing: a sub-context is there while a name is bound in it. */
  @Override
  public Context createSubcontext(String name) throws NamingException {
    String wanted = checked(name);
    if (!registry.list(wanted).isEmpty()) {
      throw new javax.naming.NameAlreadyBoundException(
          "name '" + wanted + "' is bound or a context");
    }
    return at(wanted);
  }

  @Override
  public void destroySubcontext(String name) throws NamingException {
    String wanted = checked(name);
    if (!registry.list(wanted).isEmpty()) {
      throw new ContextNotEmptyException("context '" + wanted + "' has names below it");
    }
  }

  @Override
  public Object lookupLink(String name) throws NamingException {
    return lookup(name);
  }

  @Override
  public NameParser getNameParser(String name) {
    return CompositeName::new;
  }

  @Override
  public NameParser getNameParser(Name name) {
    return CompositeName::new;
  }

  @Override
  public String composeName(String name, String prefix) {
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  @Override
  public Name composeName(Name name, Name prefix) throws NamingException {
    return ((Name) prefix.clone()).addAll(name);
  }

  @Override
  public Object lookup(Name name) throws NamingException {
    return lookup(name.toString());
  }

  @Override
  public void bind(Name name, Object value) throws NamingException {
    bind(name.toString(), value);
  }

  @Override
  public void rebind(Name name, Object value) throws NamingException {
    rebind(name.toString(), value);
  }

  @Override
  public void unbind(Name name) throws NamingException {
    unbind(name.toString());
  }

  @Override
  public void rename(Name oldName, Name newName) throws NamingException {
    rename(oldName.toString(), newName.toString());
  }

  @Override
  public NamingEnumeration<NameClassPair> list(Name name) throws NamingException {
    return list(name.toString());
  }

  @Override
  public NamingEnumeration<Binding> listBindings(Name name) throws NamingException {
    return listBindings(name.toString());
  }

  @Override
  public Context createSubcontext(Name name) throws NamingException {
    return createSubcontext(name.toString());
  }

  @Override
  public void destroySubcontext(Name name) throws NamingException {
    destroySubcontext(name.toString());
  }

  @Override
  public Object lookupLink(Name name) throws NamingException {
    return lookup(name);
  }

  @Override
  public Object addToEnvironment(String name, Object value) {
    return environment.put(name, value);
  }

  @Override
  public Object removeFromEnvironment(String name) {
    return environment.remove(name);
  }

  @Override
  public Hashtable<?, ?> getEnvironment() {
    return new Hashtable<>(environment);
  }

  @Override
  public String getNameInNamespace() {
    return place;
  }

  @Override
  public void close() {}
}
