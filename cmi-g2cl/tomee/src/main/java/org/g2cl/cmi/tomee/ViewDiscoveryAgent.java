package org.g2cl.cmi.tomee;

import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.openejb.server.DiscoveryAgent;
import org.apache.openejb.server.DiscoveryListener;

/**
 * Discovery agent that tells ejbd the locations of the group's nodes; ejbd passes them on to
 * clients with its answers. Thread-safe.
 */
final class ViewDiscoveryAgent implements DiscoveryAgent {
  private static final String SERVICE = "ejb:";

  private final Consumer<URI> announce;
  private final Set<URI> known = new LinkedHashSet<>();
  private DiscoveryListener listener;

  /**
   * Creates one.
   *
   * @param announce called with the location of this server when it begins to serve
   */
  ViewDiscoveryAgent(Consumer<URI> announce) {
    this.announce = announce;
  }

  /** Sets the locations, {@code ejbd://host:port} each. */
  synchronized void update(Collection<URI> locations) {
    var services = new LinkedHashSet<URI>();
    locations.forEach(location -> services.add(service(location)));
    if (listener != null) {
      services.stream().filter(uri -> !known.contains(uri)).forEach(listener::serviceAdded);
      known.stream().filter(uri -> !services.contains(uri)).forEach(listener::serviceRemoved);
    }
    known.clear();
    known.addAll(services);
  }

  private static URI service(URI location) {
    return location.toString().startsWith(SERVICE) ? location : URI.create(SERVICE + location);
  }

  @Override
  public synchronized void setDiscoveryListener(DiscoveryListener newListener) {
    listener = newListener;
    known.forEach(newListener::serviceAdded);
  }

  @Override
  public void registerService(URI service) {
    announce.accept(URI.create(service.getSchemeSpecificPart()));
  }

  @Override
  public void unregisterService(URI service) {}

  @Override
  public void reportFailed(URI service) {}
}
