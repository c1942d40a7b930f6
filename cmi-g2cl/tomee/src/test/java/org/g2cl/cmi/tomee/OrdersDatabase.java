package org.g2cl.cmi.tomee;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.g2cl.cmi.tomee.shop.BreakingDriver;
import org.h2.jdbcx.JdbcDataSource;

/** H2 database with a table of orders; its commits break when the driver is told so. */
final class OrdersDatabase {
  private static final String USER = "sa";

  private final String url;

  /** Makes one in memory. */
  OrdersDatabase() throws SQLException {
    this("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
  }

  /** Makes one at that address. */
  OrdersDatabase(String url) throws SQLException {
    this.url = url;
    update("CREATE TABLE orders (item VARCHAR(100))");
  }

  String url() {
    return url;
  }

  /** Gives it to a node's beans, as the data source {@code shop}. */
  EmbeddedBusinessNode.Builder addTo(EmbeddedBusinessNode.Builder node) {
    return node.dataSource(
        "shop",
        Map.of(
            "JdbcDriver",
            BreakingDriver.class.getName(),
            "JdbcUrl",
            BreakingDriver.PREFIX + url,
            "UserName",
            USER));
  }

  /** Connections outside of the beans' transactions. */
  DataSource source() {
    var source = new JdbcDataSource();
    source.setURL(url);
    source.setUser(USER);
    return source;
  }

  Connection connection() throws SQLException {
    return DriverManager.getConnection(url, USER, "");
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
}
