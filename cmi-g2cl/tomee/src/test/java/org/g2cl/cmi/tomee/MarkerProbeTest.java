package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.server.DiscoveryRegistry;
import org.assertj.core.api.AbstractThrowableAssert;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.cmi.tomee.shop.BreakingDriver;
import org.g2cl.cmi.tomee.shop.JournalBean;
import org.g2cl.jgcs.tck.FreePorts;
import org.h2.api.Trigger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes whose table of markers, or data sources to it, are set up wrong. */
class MarkerProbeTest {
  private static final String KEY = ", PRIMARY KEY (session_id, request_id, epoch)";

  private OrdersDatabase database;

  @BeforeEach
  void create() throws SQLException {
    database = new OrdersDatabase();
  }

  private EmbeddedBusinessNode.Builder node() throws Exception {
    HaSettings settings =
        HaSettings.builder()
            .set(HaSetting.LOCATION, "127.0.0.1:" + FreePorts.next())
            .set(HaSetting.BIND_PORT, "" + FreePorts.next())
            .build();
    return database
        .addTo(Application.BASKET.addTo(EmbeddedBusinessNode.builder()).ha(settings))
        .markers("shop");
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
      EmbeddedBusinessNode.Builder node) {
    return assertThatThrownBy(() -> node.start().close())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("Markers is 'shop' and MarkersSettling is 'shopSettling': ");
  }

  @Test
  void shouldLeaveNoRowInATableThatIsAsItMustBe() throws Exception {
    node().start().close();

    assertThat(database.count(MarkerTable.TABLE)).isZero();
  }

  @Test
  void shouldRefuseATableWithoutItsKey() throws Exception {
    database.update(MarkerTable.DDL.replace(KEY, ""));

    assertRefused(node())
        .hasMessageContaining("could still write its marker by 'shop'; see that both reach")
        .hasMessageContaining("PRIMARY KEY (session_id, request_id, epoch)");

    assertThat(database.count(MarkerTable.TABLE)).isZero();
  }

  /** As in a TomEE, whose container is configured and which starts with or without us. */
  @Test
  void shouldStartInAConfiguredServerAndTakeTheTableOnceItHasItsKey() throws Exception {
    database.update(MarkerTable.DDL.replace(KEY, ""));
    EmbeddedServer server = EmbeddedServer.start(configured(), null);
    var membership = (ServerMembership) SystemInstance.get().getComponent(Replication.class);
    try (server) {
      new DiscoveryRegistry(); // as a server with ejbd has
      server.deploy("shop", List.of(JournalBean.class), List.of());
      assertThatThrownBy(membership::markers)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("could still write its marker by 'shop'");

      database.update(
          "ALTER TABLE %s ADD PRIMARY KEY (session_id, request_id, epoch)"
              .formatted(MarkerTable.TABLE));

      await()
          .atMost(Duration.ofSeconds(20))
          .ignoreExceptionsInstanceOf(IllegalStateException.class)
          .until(() -> membership.markers().isPresent());
    }
  }

  private Properties configured() throws IOException {
    Properties properties = ServerProperties.replicating();
    properties.setProperty("SF.Markers", "shop");
    properties.setProperty("SF.MarkersSettling", "shopSettling");
    for (String source : List.of("shop", "shopSettling")) {
      properties.setProperty(source, "new://Resource?type=DataSource");
      properties.setProperty(source + ".JdbcDriver", "org.h2.Driver");
      properties.setProperty(source + ".JdbcUrl", database.url());
      properties.setProperty(source + ".UserName", "sa");
      properties.setProperty(source + ".JtaManaged", "" + source.equals("shop"));
    }
    return properties;
  }

  @Test
  void shouldRefuseATableThatLacksAColumn() throws Exception {
    database.update(MarkerTable.DDL.replace(" created BIGINT NOT NULL,", ""));

    assertRefused(node()).hasMessageContaining("cannot be used by 'shopSettling': ");
  }

  @Test
  void shouldRefuseMarkersThatTakeNoPartInTransactions() throws Exception {
    assertRefused(node().property("shop.JtaManaged", "false"))
        .hasMessageContaining("connections of 'shop' take no part in transactions")
        .hasMessageContaining("set JtaManaged = true for 'shop', and false for 'shopSettling'");
  }

  @Test
  void shouldRefuseMarkersThatTakeNoPartInTransactionsAndDoNotCommitByThemselves()
      throws Exception {
    assertRefused(
            node().property("shop.JtaManaged", "false").property("shop.DefaultAutoCommit", "false"))
        .hasMessageContaining("connections of 'shop' take no part in transactions");
  }

  @Test
  void shouldRefuseAUserWhoMayOnlyReadWhereTakeOversSettle() throws Exception {
    letReaderRead();

    assertRefused(
            node()
                .property("shopSettling.UserName", "reader")
                .property("shopSettling.JdbcUrl", urlOfUser()))
        .hasMessageContaining("cannot be used by 'shopSettling': ")
        .hasMessageContaining("user of 'shopSettling' has the right to SELECT and INSERT");
  }

  @Test
  void shouldRefuseAUserWhoMayOnlyReadWhereBeansWrite() throws Exception {
    letReaderRead();

    assertRefused(node().property("shop.UserName", "reader").property("shop.JdbcUrl", urlOfUser()))
        .hasMessageContaining("cannot be used by 'shop': ")
        .hasMessageContaining("user of 'shop' has the right to INSERT");

    assertThat(database.count(MarkerTable.TABLE)).isZero();
  }

  /** Without what only an administrator may set. */
  private String urlOfUser() {
    return BreakingDriver.PREFIX + database.url().replace(";DB_CLOSE_DELAY=-1", "");
  }

  private void letReaderRead() throws SQLException {
    database.update(MarkerTable.DDL);
    database.update("CREATE USER reader PASSWORD ''");
    database.update("GRANT SELECT ON " + MarkerTable.TABLE + " TO reader");
  }

  /** As an administrator does where users may not make tables; H2 stands for all databases. */
  @Test
  void shouldStartWithTheTableAndTheRightsThatTheHowToNames() throws Exception {
    String statements = statementsOfHowTo();
    database.update("CREATE USER settling PASSWORD ''");
    database.update("CREATE USER shop PASSWORD ''");
    for (String statement : statements.split(";", 0)) {
      database.update(statement);
    }

    node()
        .property("shop.UserName", "shop")
        .property("shop.JdbcUrl", urlOfUser())
        .property("shopSettling.UserName", "settling")
        .property("shopSettling.JdbcUrl", urlOfUser())
        .start()
        .close();

    assertThat(statements).startsWith(MarkerTable.DDL.replace("IF NOT EXISTS ", "") + ";");
    assertThat(database.count(MarkerTable.TABLE)).as("rows that the trial has left").isZero();
  }

  private static String statementsOfHowTo() throws IOException {
    String section =
        Files.readString(Path.of("../../docs/howto/tomee.md"))
            .split("### The table of markers\n", 2)[1];
    return section.split("```sql\n", 2)[1].split("```", 2)[0].replaceAll("\\s+", " ").strip();
  }

  /** Has every marker say that its call has not committed. */
  public static final class Forgetting implements Trigger {
    private static final int COMMITTED = 3;

    @Override
    public void fire(Connection connection, Object[] before, Object[] after) {
      after[COMMITTED] = false;
    }
  }

  @Test
  void shouldRefuseATableInWhichACommitIsNotSeen() throws Exception {
    database.update(MarkerTable.DDL);
    database.update(
        "CREATE TRIGGER forgetting BEFORE INSERT ON %s FOR EACH ROW CALL '%s'"
            .formatted(MarkerTable.TABLE, Forgetting.class.getName()));

    assertRefused(node())
        .hasMessageContaining("a marker that was committed by 'shop' is not seen by 'shopSettling'")
        .hasMessageContaining("see that no view, policy or trigger of the database");

    assertThat(database.count(MarkerTable.TABLE)).isZero();
  }

  @Test
  void shouldRefuseDataSourcesToTwoDatabases() throws Exception {
    var other = new OrdersDatabase();
    other.update(MarkerTable.DDL);

    assertRefused(node().property("shopSettling.JdbcUrl", BreakingDriver.PREFIX + other.url()))
        .hasMessageContaining("cannot be used by 'shop': ")
        .hasMessageContaining("see that both reach the same schema of the same database");

    database.update(MarkerTable.DDL);
    assertRefused(node().property("shopSettling.JdbcUrl", BreakingDriver.PREFIX + other.url()))
        .hasMessageContaining("could still write its marker by 'shop'; see that both reach");
    assertThat(other.count(MarkerTable.TABLE) + database.count(MarkerTable.TABLE)).isZero();
  }

  @Test
  void shouldStartWhereTheDatabaseOfTheBeansCannotBeReached() throws Exception {
    String nobody = "jdbc:h2:tcp://127.0.0.1:" + FreePorts.next() + "/none";

    node()
        .property("shop.JdbcDriver", "org.h2.Driver")
        .property("shop.JdbcUrl", nobody)
        .property("shop.InitialSize", "0")
        .start()
        .close();

    assertThat(database.count(MarkerTable.TABLE)).isZero();
  }
}
