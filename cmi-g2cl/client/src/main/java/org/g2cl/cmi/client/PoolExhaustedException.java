package org.g2cl.cmi.client;

import java.io.IOException;

/** All connections to a server stayed in use for too long; says nothing about the server. */
final class PoolExhaustedException extends IOException {
  private static final long serialVersionUID = 1L;

  PoolExhaustedException(String message) {
    super(message);
  }
}
