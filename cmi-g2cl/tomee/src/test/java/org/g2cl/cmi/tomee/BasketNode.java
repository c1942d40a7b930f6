package org.g2cl.cmi.tomee;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.cmi.tomee.shop.Basket;
import org.g2cl.cmi.tomee.shop.BreakingDriver;
import org.g2cl.cmi.tomee.shop.LateLedgerBean;
import org.g2cl.cmi.tomee.shop.LedgerAudit;
import org.g2cl.cmi.tomee.shop.LedgerBean;
import org.g2cl.cmi.tomee.shop.OwnLedgerBean;
import org.g2cl.jgcs.tck.FreePorts;
import org.h2.jdbcx.JdbcDataSource;

/** Node in the test's JVM with the basket, a database in memory and a group of one. */
final class BasketNode implements AutoCloseable {
  /** Instances kept in memory. */
  static final int CAPACITY = 20;

  final MemoryGroup group = new MemoryGroup();
  final EmbeddedBusinessNode node;
  final EjbdClient client;
  private final String database = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  BasketNode() throws Exception {
    this(Application.BASKET, ContentLimits.defaults());
  }

  BasketNode(Application application) throws Exception {
    this(application, ContentLimits.defaults());
  }

  BasketNode(Application application, ContentLimits limits) throws Exception {
    group.limit(limits);
    update("CREATE TABLE orders (item VARCHAR(100))");
    node =
        application
            .addTo(EmbeddedBusinessNode.builder())
            .port(FreePorts.next())
            .classes(LedgerBean.class, OwnLedgerBean.class, LedgerAudit.class, LateLedgerBean.class)
            .property("ReplicatedStateful.Capacity", Integer.toString(CAPACITY))
            .idempotentMethods("Basket.first*")
            .dataSource(
                "shop",
                Map.of(
                    "JdbcDriver",
                    BreakingDriver.class.getName(),
                    "JdbcUrl",
                    BreakingDriver.PREFIX + database))
            .group(group)
            .start();
    client = new EjbdClient(node.location(), "BasketRemote", Basket.class);
  }

  MemoryPropagation memory() {
    return group.memory();
  }

  String newBasket() throws Exception {
    return client.create(EjbdClient.newId());
  }

  /** Connections outside of the beans' transactions. */
  DataSource source() {
    var source = new JdbcDataSource();
    source.setURL(database);
    source.setUser("sa");
    return source;
  }

  Connection connection() throws SQLException {
    return DriverManager.getConnection(database, "sa", "");
  }

  void update(String sql) throws SQLException {
    try (Connection connection = connection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  int count(String table) throws SQLException {
    try (Connection connection = connection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @Override
  public void close() {
    node.close();
  }
}
