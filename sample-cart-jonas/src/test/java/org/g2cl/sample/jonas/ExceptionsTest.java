package org.g2cl.sample.jonas;

import org.junit.jupiter.api.AfterAll;

/** On H2 and the Java of the build. */
class ExceptionsTest extends ExceptionsContract {
  private H2Server server;

  @Override
  String database() throws Exception {
    server = new H2Server();
    return server.url();
  }

  @AfterAll
  void stopDatabase() {
    server.close();
  }
}
