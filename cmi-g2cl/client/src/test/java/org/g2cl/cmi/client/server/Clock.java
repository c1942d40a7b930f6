package org.g2cl.cmi.client.server;

import jakarta.ejb.Remote;

/** Stateless bean of the tests. */
@Remote
public interface Clock {
  /** Port of the server that answers. */
  int port();

  /** The same, but the server of that port dies first. */
  int portUnlessDying(int dying);
}
