package org.g2cl.registry;

import java.util.Hashtable;
import java.util.List;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;

/**
 * JNDI initial context on the registry of this JVM.
 *
 * <p>Set {@code java.naming.factory.initial} to the name of this class. Where several registries
 * are open in the JVM, put the one to use into the environment under {@link #REGISTRY}. Parts of
 * names are separated by {@code /}. A sub-context exists while a name below it is bound, and no
 * longer: creating one reserves nothing and tells nobody, it only gives a context to bind names in,
 * and until then a lookup does not find it. Values are those of {@link Registry}; no {@code
 * Reference}, no serialized object.
 */
public final class RegistryContextFactory implements InitialContextFactory {
  /** Key of the environment under which a {@link Registry} object may be given. */
  public static final String REGISTRY = "org.g2cl.registry";

  /** Creates the factory. */
  public RegistryContextFactory() {}

  @Override
  public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
    return new RegistryContext(registry(environment), "", environment);
  }

  private static Registry registry(Hashtable<?, ?> environment) throws NamingException {
    Object given = environment == null ? null : environment.get(REGISTRY);
    if (given instanceof Registry registry) {
      return registry;
    }
    List<Registry> open = OpenRegistries.all();
    if (given != null || open.size() != 1) {
      throw new ConfigurationException(
          "environment key '%s' is %s and %d registries are open in this JVM; give the Registry object to use"
              .formatted(REGISTRY, given, open.size()));
    }
    return open.get(0);
  }
}
