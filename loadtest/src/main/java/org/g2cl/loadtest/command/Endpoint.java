package org.g2cl.loadtest.command;

/** Where a node answers for its status. */
record Endpoint(String host, int port) {
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
