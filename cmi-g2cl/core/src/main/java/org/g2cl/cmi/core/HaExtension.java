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
   * @return what is closed before the service leaves its group; empty when the service's settings
   *     ask for nothing of this extension
   * @throws Exception when it cannot start; the service then does not start either
   */
  Optional<AutoCloseable> start(HaService service) throws Exception;
}
