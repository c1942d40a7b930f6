package org.g2cl.loadtest.command;

/** Where a node answers for its status. */
record Endpoint(String host, int port) {
  static final String LOOPBACK = "127.0.0.1";

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
