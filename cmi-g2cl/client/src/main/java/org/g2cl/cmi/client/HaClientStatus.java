package org.g2cl.cmi.client;

import java.util.List;

/**
 * Figures of this JVM's client, of one moment.
 *
 * @param servers servers that the clusters have told of, or those configured while none has
 * @param setAside servers that did not answer lately and are tried again later
 * @param requests requests begun
 * @param retries attempts after the first one of a request
 * @param failovers requests answered by another server than the first one asked
 * @param failures requests given up
 * @param connections open connections
 * @param sessions sessions whose server is remembered
 */
public record HaClientStatus(
    List<Location> servers,
    List<Location> setAside,
    long requests,
    long retries,
    long failovers,
    long failures,
    int connections,
    int sessions) {
  /** Copies the lists. */
  public HaClientStatus {
    servers = List.copyOf(servers);
    setAside = List.copyOf(setAside);
  }
}
