package org.g2cl.loadtest.bed;

import java.util.List;
import java.util.Optional;

/** Hosts of a bed's nodes, made ready. Thread-safe. */
interface Hosts extends AutoCloseable {
  /** Host of a node; the same each time for the same node. */
  Host of(String node);

  /** Address at which nodes reach what runs beside this JVM, for instance the database. */
  String bedAddress();

  /** Whether others than this machine's own processes could reach the nodes' sockets. */
  boolean isExposed();

  /** Shells of the machines that the nodes are on. */
  default List<? extends HostShell> shells() {
    return List.of(HostShell.here());
  }

  /** The network between the hosts, where it can be disturbed. */
  default Optional<Network> network() {
    return Optional.empty();
  }

  @Override
  void close();
}
