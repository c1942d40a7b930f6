package org.g2cl.cmi.tomee;

import java.nio.file.Path;
import org.g2cl.cmi.tomee.store.Death;
import org.g2cl.cmi.tomee.store.Purchase;
import org.g2cl.jgcs.tck.FreePorts;
import org.h2.tools.Server;

/** Two nodes in JVMs of their own, JGroups between them, one database. */
final class BasketPair implements AutoCloseable {
  private final Server server;
  private OrdersDatabase database;
  private BasketProcess a;
  private BasketProcess b;

  private BasketPair(Server server) {
    this.server = server;
  }

  /**
   * Starts both.
   *
   * @param death when the first one dies
   */
  static BasketPair start(Path folder, Application application, Death death) throws Exception {
    System.setProperty("h2.bindAddress", "127.0.0.1");
    int port = FreePorts.next();
    Server server =
        Server.createTcpServer("-tcpPort", "" + port, "-ifNotExists", "-baseDir", "" + folder)
            .start();
    var pair = new BasketPair(server);
    try {
      pair.database = new OrdersDatabase("jdbc:h2:tcp://127.0.0.1:" + port + "/./shop");
      pair.startNodes(folder, application, death);
      return pair;
    } catch (Exception | Error e) {
      pair.close();
      throw e;
    }
  }

  private void startNodes(Path folder, Application application, Death death) throws Exception {
    database.update(Purchase.DDL);
    int groupA = FreePorts.next();
    int groupB = FreePorts.next();
    String peers = "127.0.0.1:" + groupA + ",127.0.0.1:" + groupB;
    a = start(folder, groupA, peers, application, death);
    a.awaitReady();
    b = start(folder, groupB, peers, application, Death.NONE);
    b.awaitReady();
  }

  private BasketProcess start(
      Path folder, int groupPort, String peers, Application application, Death death)
      throws Exception {
    return BasketProcess.start(
        folder, FreePorts.next(), groupPort, peers, database.url(), application, death);
  }

  BasketProcess a() {
    return a;
  }

  BasketProcess b() {
    return b;
  }

  OrdersDatabase database() {
    return database;
  }

  @Override
  public void close() {
    if (a != null) {
      a.close();
    }
    if (b != null) {
      b.close();
    }
    server.stop();
  }
}
