package org.g2cl.cmi.core;

import java.util.Optional;

/**
 * Part that starts and stops with each {@link HaService}, found on the class path as a service of
 * {@link java.util.ServiceLoader}.
 */
public interface HaExtension {
  /**
   * Starts its work for a service that has just joined its group; called by the thread that starts
   * the service.
   *
   * @return what is closed once the service has handed its sessions over and left its group, so
   *     that it works meanwhile, as a page for probes must; the service still answers it then.
   *     Empty when the service's settings ask for nothing of this extension
   * @throws Exception when it cannot start; the service then does not start either
   */
  Optional<AutoCloseable> start(HaService service) throws Exception;

  /**
   * Tells whether it serves the service's page and figures at the port of {@code g2cl.status-port}.
   */
  default boolean servesStatus() {
    return false;
  }
}
