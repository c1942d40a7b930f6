package org.g2cl.cmi.client;

import java.util.List;

/**
 * Observer of what this client notices. Called on the threads of the calls, so it must return soon;
 * what it throws is logged and forgotten.
 */
public interface ClientListener {
  /** A server did not answer and is tried again later. */
  default void serverSetAside(Location server, String reason) {}

  /** A server that had been set aside has answered. */
  default void serverBack(Location server) {}

  /** A request was answered by another server than the first one asked. */
  default void failedOver(Location from, Location to) {}

  /** The servers of the cluster have changed. */
  default void serversChanged(List<Location> servers) {}
}
