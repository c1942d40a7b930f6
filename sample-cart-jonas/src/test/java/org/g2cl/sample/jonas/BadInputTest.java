package org.g2cl.sample.jonas;

import org.junit.jupiter.api.AfterEach;

/** On H2 and the Java of the build. */
class BadInputTest extends BadInputContract {
  private H2Server server;

  @Override
  String database() throws Exception {
    server = new H2Server();
    return server.url();
  }

  @AfterEach
  void stopDatabase() {
    if (server != null) {
      server.close();
    }
  }
}
