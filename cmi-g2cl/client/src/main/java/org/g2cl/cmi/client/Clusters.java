package org.g2cl.cmi.client;

import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The clusters that this JVM speaks to, by provider URL. */
final class Clusters {
  private static final int MOST = 1_000;
  private static final int LOGINS = 10_000;

  private final Map<URI, Cluster> clusters = new ConcurrentHashMap<>();
  private final Counters counters = new Counters();
  private final BoundedMap<Object, Login> logins = new BoundedMap<>(LOGINS);
  private final Listeners listeners;

  Clusters(Listeners listeners) {
    this.listeners = listeners;
  }

  /** Cluster of a proxy; one that came from another JVM is served by this JVM's properties. */
  Cluster of(URI provider) {
    Cluster cluster = clusters.get(provider);
    return cluster != null
        ? cluster
        : clusters.computeIfAbsent(
            provider, uri -> create(uri, Environment.settings(Map.of(), System.getProperties())));
  }

  /** Cluster with these settings; others given before for the same URL end here. */
  Cluster use(URI provider, ClientSettings settings) {
    return clusters.compute(
        provider,
        (uri, before) -> {
          if (before != null && before.settings().equals(settings)) {
            return before;
          }
          if (before != null) {
            before.close();
          }
          return create(uri, settings);
        });
  }

  Collection<Cluster> all() {
    return List.copyOf(clusters.values());
  }

  Counters counters() {
    return counters;
  }

  private Cluster create(URI provider, ClientSettings settings) {
    if (clusters.size() >= MOST) {
      throw new IllegalStateException(
          "%d provider URLs are in use, the newest %s; use the same one for one cluster"
              .formatted(clusters.size(), provider));
    }
    return new Cluster(
        ProviderUrl.fromUri(provider), settings, listeners, counters, logins, Timing.system());
  }
}
