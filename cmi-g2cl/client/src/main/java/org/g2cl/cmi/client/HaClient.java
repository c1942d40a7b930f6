package org.g2cl.cmi.client;

import java.net.URI;
import java.util.List;
import java.util.function.Function;
import org.apache.openejb.client.Client;
import org.g2cl.Registration;

/**
 * This JVM's client of highly available beans: its figures and its listeners.
 *
 * <p>{@link HaContextFactory} installs it into OpenEJB's client. A JVM that only receives proxies,
 * for instance in a replicated HTTP session, may call {@link #install()} at its start; if it does
 * not, the first call of such a proxy installs it, and is the only one without retry. Requests of
 * proxies that come from another context factory are left to OpenEJB's client as it was.
 *
 * <p>Thread-safe.
 */
public final class HaClient {
  private static HaClient installed;

  private final Listeners listeners = new Listeners();
  private final Clusters clusters = new Clusters(listeners);

  private HaClient() {}

  /** Installs the client once, and gives it. */
  public static synchronized HaClient install() {
    if (installed == null) {
      HaClient client = new HaClient();
      IdentityRepair.apply();
      Client.setClient(new RetryingClient(client.clusters, PreviousClient.current()));
      installed = client;
    }
    return installed;
  }

  /** Figures of this moment, over all clusters. */
  public HaClientStatus status() {
    Counters counters = clusters.counters();
    return new HaClientStatus(
        all(Cluster::servers),
        all(Cluster::setAside),
        counters.requests.sum(),
        counters.retries.sum(),
        counters.failovers.sum(),
        counters.failures.sum(),
        clusters.all().stream().mapToInt(Cluster::connections).sum(),
        clusters.all().stream().mapToInt(Cluster::sessions).sum());
  }

  /** Tells a listener of what happens from now until the registration is closed. */
  public Registration addListener(ClientListener listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  void use(URI provider, ClientSettings settings) {
    clusters.use(provider, settings);
  }

  private List<Location> all(Function<Cluster, List<Location>> part) {
    return clusters.all().stream()
        .map(part)
        .flatMap((List<Location> some) -> some.stream())
        .distinct()
        .toList();
  }
}
