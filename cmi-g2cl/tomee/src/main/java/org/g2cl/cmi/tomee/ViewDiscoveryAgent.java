package org.g2cl.cmi.tomee;

import java.net.URI;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import org.apache.openejb.server.DiscoveryAgent;
import org.apache.openejb.server.DiscoveryListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Discovery agent that tells ejbd the locations of the group's nodes; ejbd passes them on to
 * clients with its answers. Thread-safe.
 *
 * <p>A server may have several ejbd: a TomEE that finds an application at its start makes one of
 * its own after that behind our port (checked with 9.0.0). All are told. None says when it ends, so
 * it is told for as long as somebody else refers to it.
 */
final class ViewDiscoveryAgent implements DiscoveryAgent {
  private static final Logger LOG = LoggerFactory.getLogger(ViewDiscoveryAgent.class);

  private static final String SERVICE = "ejb:";

  private final Consumer<URI> announce;
  private final Set<URI> known = new LinkedHashSet<>();
  private final Set<DiscoveryListener> listeners = Collections.newSetFromMap(new WeakHashMap<>());

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
    var added = new LinkedHashSet<>(services);
    added.removeAll(known);
    var removed = new LinkedHashSet<>(known);
    removed.removeAll(services);
    known.clear();
    known.addAll(services);
    listeners.forEach(listener -> tell(listener, added, removed));
  }

  private static URI service(URI location) {
    return location.toString().startsWith(SERVICE) ? location : URI.create(SERVICE + location);
  }

  /** What one fails at keeps nothing from the others. */
  private static void tell(DiscoveryListener listener, Set<URI> added, Set<URI> removed) {
    added.forEach(service -> tell(listener::serviceAdded, service));
    removed.forEach(service -> tell(listener::serviceRemoved, service));
  }

  private static void tell(Consumer<URI> listener, URI service) {
    try {
      listener.accept(service);
    } catch (RuntimeException e) {
      LOG.warn("{}: an ejbd of this server cannot be told of it", service, e);
    }
  }

  /** Adds one: the interface has a single one in mind, and stock OpenEJB adds, too. */
  @Override
  public synchronized void setDiscoveryListener(DiscoveryListener listener) {
    listeners.add(listener);
    tell(listener, known, Set.of());
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
