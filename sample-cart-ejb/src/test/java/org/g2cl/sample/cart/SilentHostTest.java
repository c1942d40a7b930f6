package org.g2cl.sample.cart;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What PostgreSQL itself says of its connections. */
class SilentHostTest {
  private static final List<String> NAMES =
      List.of(
          "tcp_keepalives_idle",
          "tcp_keepalives_interval",
          "tcp_keepalives_count",
          "tcp_user_timeout");

  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void startPostgres() throws Exception {
    postgres =
        EmbeddedPostgres.builder()
            .setPort(FreePorts.next())
            .setServerConfig("max_connections", "20")
            .setServerConfig("tcp_keepalives_idle", "300")
            .start();
  }

  @AfterAll
  static void stopPostgres() throws Exception {
    if (postgres != null) {
      postgres.close();
    }
  }

  @Test
  void shouldBoundEachConnectionOfTheContainersPool() throws Exception {
    try (BusinessTier tier = BusinessTier.on(url(""), "postgres", "");
        Connection one = tier.dataSource().getConnection();
        Connection another = tier.dataSource().getConnection()) {
      assertThat(values(one)).containsExactly("6", "3", "3", "15000");
      assertThat(values(another)).containsExactly("6", "3", "3", "15000");
    }
  }

  @Test
  void shouldLeaveWhatTheUrlNamesAndSetTheRest() throws Exception {
    String options = "&options=-c%20tcp_keepalives_idle=60%20-c%20tcp_user_timeout=70s";
    try (BusinessTier tier = BusinessTier.on(url(options), "postgres", "");
        Connection connection = tier.dataSource().getConnection()) {
      assertThat(values(connection)).containsExactly("60", "3", "3", "70000");
    }
  }

  @Test
  void shouldLeaveWhatTheRoleNames() throws Exception {
    try (Connection owner = DriverManager.getConnection(url(""), "postgres", "")) {
      execute(owner, "CREATE ROLE shop LOGIN");
      execute(owner, "ALTER ROLE shop SET tcp_keepalives_count = 9");
    }
    try (Connection connection = DriverManager.getConnection(url(""), "shop", "")) {
      execute(connection, SilentHost.statement());

      assertThat(values(connection)).containsExactly("6", "3", "9", "15000");
    }
  }

  @Test
  void shouldAskNothingOfH2() {
    assertThat(CartDatabase.openEjbProperties("jdbc:h2:mem:none", "sa", "").stringPropertyNames())
        .noneMatch(name -> name.contains("InitSql"));
  }

  private static String url(String more) {
    return "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/postgres?ssl=false" + more;
  }

  private static List<String> values(Connection connection) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      for (String name : NAMES) {
        try (ResultSet row = statement.executeQuery("SHOW " + name)) {
          row.next();
          values.add(row.getString(1));
        }
      }
    }
    return values;
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
