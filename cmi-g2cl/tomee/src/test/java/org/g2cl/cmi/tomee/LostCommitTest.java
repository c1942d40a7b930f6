package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.TransactionRolledbackLocalException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.tomee.shop.Basket;
import org.g2cl.cmi.tomee.shop.BreakingDriver;
import org.g2cl.cmi.tomee.shop.BreakingDriver.Break;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commits that fail: a node with a group, markers in its database, and our client. */
class LostCommitTest {
  private static final String DATABASE = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  private static EmbeddedBusinessNode node;
  private static Context context;
  private Basket basket;

  @BeforeAll
  static void start() throws Exception {
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
                    BreakingDriver.PREFIX + DATABASE,
                    "UserName",
                    "sa"))
            .markers("shop")
            .start();
    var environment = new Properties();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, "org.g2cl.cmi.client.HaContextFactory");
    environment.put(Context.PROVIDER_URL, settings.location());
    context = new InitialContext(environment);
  }

  @AfterAll
  static void stop() throws Exception {
    context.close();
    node.close();
  }

  @BeforeEach
  @SuppressWarnings("BanJNDI") // what a client does
  void open() throws Exception {
    update("DELETE FROM orders");
    basket = (Basket) context.lookup("BasketRemote");
    basket.add("pen");
  }

  private static void update(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(DATABASE, "sa", "");
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int rows() throws SQLException {
    try (Connection connection = DriverManager.getConnection(DATABASE, "sa", "");
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT COUNT(*) FROM orders")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @Test
  void shouldExecuteTheCallOnceWhenTheConnectionIsLostBeforeTheCommit() throws Exception {
    BreakingDriver.breakNextCommit(Break.BEFORE);

    assertThat(basket.order("ink")).isEqualTo(2);

    assertThat(rows()).isEqualTo(1);
    assertThat(basket.items()).isEqualTo(List.of("pen", "ink"));
  }

  @Test
  void shouldAnswerFromTheStoredReplyWhenTheConnectionIsLostAfterTheCommit() throws Exception {
    BreakingDriver.breakNextCommit(Break.AFTER);

    assertThat(basket.order("ink")).isEqualTo(2);

    assertThat(rows()).isEqualTo(1);
    assertThat(basket.items()).isEqualTo(List.of("pen", "ink"));
  }

  @Test
  void shouldChangeBothSessionsOnceWhenTheCommitOfTheirTransactionIsLost() throws Exception {
    BreakingDriver.breakNextCommit(Break.BEFORE);

    assertThat(basket.note("ink")).isEqualTo(1);

    assertThat(basket.items()).isEqualTo(List.of("pen", "ink"));
    assertThat(basket.addAndCountNotes("nib")).isEqualTo(1);
  }

  @Test
  void shouldGoOnWithTheStateOfBeforeAndSaySoWhenTheDatabaseRefusesTheCommit() throws Exception {
    BreakingDriver.breakNextCommit(Break.REFUSED);

    assertThatThrownBy(() -> basket.order("ink"))
        .isInstanceOf(TransactionRolledbackLocalException.class)
        .hasMessageContaining("bean Basket: the database refused the commit")
        .hasMessageContaining("goes on with its state of before this call");

    assertThat(rows()).isZero();
    assertThat(basket.items()).isEqualTo(List.of("pen"));
    assertThat(basket.order("cap")).isEqualTo(2);
  }
}
