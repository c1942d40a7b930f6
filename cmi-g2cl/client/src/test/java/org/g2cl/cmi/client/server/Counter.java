package org.g2cl.cmi.client.server;

import jakarta.ejb.Remote;

/** Stateful bean of the tests. */
@Remote
public interface Counter {
  /** Adds one and answers the sum. */
  int increment();

  /** Port of the server that answers. */
  int port();
}
