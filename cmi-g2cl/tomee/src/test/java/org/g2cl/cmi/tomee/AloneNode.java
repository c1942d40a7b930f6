package org.g2cl.cmi.tomee;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.tomee.shop.Basket;
import org.g2cl.cmi.tomee.shop.BreakingDriver;
import org.g2cl.jgcs.tck.FreePorts;

/**
 * Node in the test's JVM that is a group by itself, with the basket, markers in a database in
 * memory, and our client.
 */
final class AloneNode implements AutoCloseable {
  private final String database = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
  private final EmbeddedBusinessNode node;
  private final Context context;

  AloneNode() throws Exception {
    update("CREATE TABLE orders (item VARCHAR(100))");
    HaSettings settings =
        HaSettings.builder()
            .set(HaSetting.LOCATION, "127.0.0.1:" + FreePorts.next())
            .set(HaSetting.BIND_PORT, "" + FreePorts.next())
            .build();
    node =
        Application.BASKET
            .addTo(EmbeddedBusinessNode.builder())
            .ha(settings)
            .dataSource(
                "shop",
                Map.of(
                    "JdbcDriver",
                    BreakingDriver.class.getName(),
                    "JdbcUrl",
                    BreakingDriver.PREFIX + database,
                    "UserName",
                    "sa"))
            .markers("shop")
            .start();
    var environment = new Properties();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, "org.g2cl.cmi.client.HaContextFactory");
    environment.put(Context.PROVIDER_URL, settings.location());
    context = new InitialContext(environment);
  }

  @SuppressWarnings("BanJNDI") // what a client does
  Basket newBasket() throws NamingException {
    return (Basket) context.lookup("BasketRemote");
  }

  void update(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(database, "sa", "");
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  int orders() throws SQLException {
    try (Connection connection = DriverManager.getConnection(database, "sa", "");
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT COUNT(*) FROM orders")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @Override
  public void close() throws NamingException {
    context.close();
    node.close();
  }
}
