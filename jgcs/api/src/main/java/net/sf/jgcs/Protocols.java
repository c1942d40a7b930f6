package net.sf.jgcs;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;
import net.sf.jgcs.spi.ProtocolProvider;

/**
 * Entry point that finds bindings by name, so that the engine is a line of configuration.
 *
 * <p>An addition to jGCS 0.8. Bindings are found by {@link ServiceLoader} through the context class
 * loader and the loader of this class.
 */
public final class Protocols {
  private Protocols() {}

  /**
   * Creates the factory of the named binding.
   *
   * @param engine name of the binding, for instance {@code jgroups} or {@code local}
   * @param properties settings, with the keys of {@link ProtocolProvider}; never null
   * @throws GroupException when no such binding is on the class path, or a setting is wrong
   */
  public static ProtocolFactory factory(String engine, Map<String, String> properties)
      throws GroupException {
    return provider(engine).factory(properties);
  }

  /**
   * Finds the provider of the named binding.
   *
   * @throws GroupException when no such binding is on the class path; the message lists those found
   */
  public static ProtocolProvider provider(String engine) throws GroupException {
    var found = new TreeSet<String>();
    for (ClassLoader loader :
        new ClassLoader[] {
          Thread.currentThread().getContextClassLoader(), Protocols.class.getClassLoader()
        }) {
      for (ProtocolProvider provider : ServiceLoader.load(ProtocolProvider.class, loader)) {
        if (provider.name().equals(engine)) {
          return provider;
        }
        found.add(provider.name());
      }
    }
    throw new GroupException(
        "engine '%s' is not on the class path; found: %s. Add the jar of its binding or name another engine."
            .formatted(engine, found));
  }
}
