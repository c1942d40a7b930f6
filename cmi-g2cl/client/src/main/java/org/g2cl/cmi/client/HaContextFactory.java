package org.g2cl.cmi.client;

import java.net.URI;
import java.util.Hashtable;
import java.util.List;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;

/**
 * Naming context whose lookups give remote proxies that survive the failure of servers.
 *
 * <p>Set {@code java.naming.factory.initial} to this class's name and {@code
 * java.naming.provider.url} to a list of servers, for instance {@code
 * 127.0.0.1:4201,127.0.0.1:4202}; one that runs is enough, the others are learnt from it. All else
 * is optional, see {@link ClientSetting}.
 */
public final class HaContextFactory implements InitialContextFactory {
  /** For the naming manager. */
  public HaContextFactory() {}

  /**
   * A context; nothing is sent to a server yet.
   *
   * @throws ConfigurationException when the provider URL or a setting is wrong
   */
  @Override
  @SuppressWarnings("JdkObsolete") // the type of the naming API
  public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
    Hashtable<Object, Object> own = new Hashtable<>(environment);
    URI provider = configure(own);
    own.put(Context.PROVIDER_URL, provider.toString());
    return new HaContext().getInitialContext(own);
  }

  private static URI configure(Hashtable<?, ?> environment) throws ConfigurationException {
    try {
      List<Location> servers =
          ProviderUrl.parse(String.valueOf(environment.get(Context.PROVIDER_URL)));
      ClientSettings settings = Environment.settings(environment, System.getProperties());
      URI provider = ProviderUrl.toUri(servers);
      HaClient.install().use(provider, settings);
      return provider;
    } catch (IllegalArgumentException e) {
      ConfigurationException wrong = new ConfigurationException(e.getMessage());
      wrong.initCause(e);
      throw wrong;
    }
  }
}
