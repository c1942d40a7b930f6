package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.openejb.loader.SystemInstance;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PoolOfSourceTest {
  private static BasketNode shop;
  private static DataSource source;
  private static TransactionManager transactions;

  @BeforeAll
  static void start() throws Exception {
    shop = new BasketNode();
    shop.database.update("CREATE TABLE notes (text VARCHAR(128))");
    source = DataSources.named("shop");
    transactions = SystemInstance.get().getComponent(TransactionManager.class);
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  @BeforeEach
  void clear() throws Exception {
    shop.database.update("DELETE FROM notes");
  }

  private static void note(Connection connection) throws SQLException {
    try (connection;
        var statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO notes VALUES ('seen')");
    }
  }

  @Test
  void shouldTakePartInTheTransactionThatTheSourceTakesPartIn() throws Exception {
    transactions.begin();
    note(source.getConnection());
    note(new PoolOfSource(source).connection());
    transactions.commit();
    transactions.begin();
    note(source.getConnection());
    note(new PoolOfSource(source).connection());
    transactions.rollback();

    assertThat(shop.database.count("notes")).isEqualTo(2);
  }

  @Test
  void shouldGiveTheConnectionThatTheSourceGivesInTheTransaction() throws Exception {
    transactions.begin();
    try (Connection one = source.getConnection();
        Connection other = new PoolOfSource(source).connection()) {
      assertThat(other.getMetaData().getConnection().unwrap(org.h2.jdbc.JdbcConnection.class))
          .isSameAs(one.getMetaData().getConnection().unwrap(org.h2.jdbc.JdbcConnection.class));
    } finally {
      transactions.rollback();
    }
  }

  @Test
  void shouldSeeThePoolOfTheServersDataSource() throws Exception {
    source.getConnection().close();

    assertThat(new PoolOfSource(source).now()).isNotSameAs(source);
  }

  @Test
  void shouldAskASourceOfAnotherKind() throws Exception {
    var given = new Connection[1];
    var other =
        (DataSource)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, args) -> given[0] = source.getConnection());

    try (Connection connection = new PoolOfSource(other).connection()) {
      assertThat(connection).isSameAs(given[0]);
    }
  }
}
