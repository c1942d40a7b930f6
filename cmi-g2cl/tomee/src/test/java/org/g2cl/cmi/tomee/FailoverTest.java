package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.g2cl.cmi.tomee.shop.Basket;
import org.g2cl.jgcs.tck.FreePorts;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes in JVMs of their own, JGroups between them, one database. */
class FailoverTest {
  @TempDir Path folder;
  private Server server;
  private String database;
  private BasketProcess a;
  private BasketProcess b;

  @BeforeEach
  void start() throws Exception {
    System.setProperty("h2.bindAddress", "127.0.0.1");
    int port = FreePorts.next();
    server =
        Server.createTcpServer("-tcpPort", "" + port, "-ifNotExists", "-baseDir", "" + folder)
            .start();
    database = "jdbc:h2:tcp://127.0.0.1:" + port + "/./shop";
    update("CREATE TABLE orders (item VARCHAR(100))");
    int groupA = FreePorts.next();
    int groupB = FreePorts.next();
    String peers = "127.0.0.1:" + groupA + ",127.0.0.1:" + groupB;
    a = BasketProcess.start(folder, FreePorts.next(), groupA, peers, database);
    a.awaitReady();
    b = BasketProcess.start(folder, FreePorts.next(), groupB, peers, database);
    b.awaitReady();
  }

  @AfterEach
  void stop() throws Exception {
    if (a != null) {
      a.close();
    }
    if (b != null) {
      b.close();
    }
    server.stop();
  }

  @Test
  void shouldGoOnAtTheOtherNodeWithStateRowsAndReplies() throws Exception {
    EjbdClient atA = new EjbdClient(a.location(), "BasketRemote", Basket.class);
    EjbdClient atB = new EjbdClient(b.location(), "BasketRemote", Basket.class);
    String basket = atA.create(EjbdClient.newId());
    atA.call(basket, "add", "pen");
    String order = EjbdClient.newId();
    assertThat(atA.repeat(order, basket, "order", "ink")).isEqualTo(2);
    String note = EjbdClient.newId();
    assertThat(atA.repeat(note, basket, "note", "nib")).isEqualTo(1); // two sessions, no row

    a.kill();

    assertThat(eventually(atB, order, basket)).isEqualTo(2); // answered from the stored reply
    assertThat(atB.repeat(note, basket, "note", "nib")).isEqualTo(1);
    assertThat(count("orders")).isEqualTo(1);
    assertThat(atB.call(basket, "items")).isEqualTo(List.of("pen", "ink", "nib"));
    assertThat(atB.call(basket, "report"))
        .isEqualTo("calls=5 activations=1 price=3 journal=2 rollbackOnly=false");
    assertThat(atB.call(basket, "order", "cap")).isEqualTo(4);
    assertThat(count("orders")).isEqualTo(2);
    assertThat(atB.call(basket, "pay")).isEqualTo(List.of("pen", "ink", "nib", "cap"));
  }

  @Test
  void shouldHandSessionsOverWhenNodeStops() throws Exception {
    EjbdClient atA = new EjbdClient(a.location(), "BasketRemote", Basket.class);
    EjbdClient atB = new EjbdClient(b.location(), "BasketRemote", Basket.class);
    String basket = atA.create(EjbdClient.newId());
    atA.call(basket, "add", "pen");

    a.stop();

    assertThat(atB.call(basket, "items")).isEqualTo(List.of("pen"));
  }

  /** What a client does: the same request again until somebody takes it. */
  private static Object eventually(EjbdClient client, String id, String basket) {
    return Awaitility.await("order repeated at b")
        .atMost(Duration.ofSeconds(20))
        .ignoreExceptions()
        .until(() -> client.repeat(id, basket, "order", "ink"), answer -> true);
  }

  private void update(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(database, "sa", "");
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private int count(String table) throws SQLException {
    try (Connection connection = DriverManager.getConnection(database, "sa", "");
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
