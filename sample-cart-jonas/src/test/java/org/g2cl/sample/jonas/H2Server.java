package org.g2cl.sample.jonas;

import java.sql.SQLException;
import org.h2.tools.Server;

/** A database in this process that others reach, forgotten with it. */
final class H2Server implements AutoCloseable {
  private final Server server;

  H2Server() throws SQLException {
    server =
        Server.createTcpServer(
                "-tcpPort", "0", "-ifNotExists", "-baseDir", "./target", "-tcpDaemon")
            .start();
  }

  String url() {
    return "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:orders;DB_CLOSE_DELAY=-1";
  }

  @Override
  public void close() {
    server.stop();
  }
}
