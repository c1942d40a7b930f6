package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.propagation.FencedException;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** Markers where they are used: on H2 the same is tried by {@code MarkerTableTest}. */
class MarkersOnPostgresTest {
  /** Keeps the unpacked PostgreSQL from test to test. */
  private static final Path BINARIES = Path.of("target", "bed-test", "embedded-postgresql");

  private static final SessionId SESSION = new SessionId("s");
  private static final SessionId OTHER = new SessionId("another");

  @TempDir private static Path directory;
  private static EmbeddedDatabase postgres;
  private static DataSource database;
  private static MarkerTable table;

  @BeforeAll
  static void start() throws Exception {
    int port;
    try (Ports ports = Ports.free()) {
      port = ports.take();
    }
    postgres =
        EmbeddedDatabase.start(directory.resolve("data"), BINARIES, "127.0.0.1", port, log());
    var source = new PGSimpleDataSource();
    source.setURL(postgres.access().url());
    source.setUser(postgres.access().user());
    source.setPassword(postgres.access().password());
    database = source;
    table = new MarkerTable(database, Duration.ofSeconds(20));
    table.create();
  }

  @AfterAll
  static void stop() throws Exception {
    if (postgres != null) {
      postgres.close();
    }
  }

  private static Path log() {
    return directory.resolve("postgresql.log");
  }

  @Test
  void shouldSettleWhatWasCommittedWithoutAnErrorInTheDatabasesLog() throws Exception {
    RequestId request = new RequestId("committed");
    try (Connection transaction = begin()) {
      table.record(transaction, SESSION, request, 1);
      transaction.commit();
    }

    assertThat(table.settle(SESSION, request, 1)).isTrue();
    assertThat(table.settle(SESSION, request, 1)).as("asked again").isTrue();
    assertThat(Files.readString(log())).doesNotContain("(s, committed, 1)");
  }

  @Test
  void shouldBarTheFormerOwnersCommitOnceSettled() throws Exception {
    RequestId request = new RequestId("barred");

    assertThat(table.settle(SESSION, request, 1)).isFalse();
    assertThat(table.settle(SESSION, request, 1)).as("asked again").isFalse();
    try (Connection late = begin()) {
      assertThatThrownBy(() -> table.record(late, SESSION, request, 1))
          .isInstanceOf(FencedException.class);
    }
  }

  @Test
  void shouldWaitForTheTransactionThatIsUnderWay() throws Exception {
    RequestId kept = new RequestId("kept");
    RequestId undone = new RequestId("undone");
    try (Connection first = begin();
        Connection second = begin()) {
      table.record(first, SESSION, kept, 1);
      table.record(second, SESSION, undone, 1);
      CompletableFuture<Boolean> settled = CompletableFuture.supplyAsync(() -> settle(kept));
      CompletableFuture<Boolean> rolledBack = CompletableFuture.supplyAsync(() -> settle(undone));
      Awaitility.await("both wait")
          .atMost(Duration.ofSeconds(20))
          .until(MarkersOnPostgresTest::waiting, count -> count == 2);
      assertThat(settled).isNotDone();
      first.commit();
      second.rollback();

      assertThat(settled.get(20, TimeUnit.SECONDS)).isTrue();
      assertThat(rolledBack.get(20, TimeUnit.SECONDS)).isFalse();
    }
  }

  @Test
  void shouldKeepSessionsWithOneRequestIdApartOnceATableOfAnOlderBuildHasTheKeyOfTheHowTo()
      throws Exception {
    String howTo = statementOfHowTo();
    execute(howTo.replace("session_id, ", ""));
    RequestId request = new RequestId("shared");
    try (Connection transaction = begin()) {
      table.record(transaction, OTHER, request, 1);
      transaction.commit();
    }
    assertThatThrownBy(() -> table.settle(SESSION, request, 1))
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("make it PRIMARY KEY (session_id, request_id, epoch)");

    execute(howTo);

    assertThat(table.settle(SESSION, request, 1)).isFalse();
    assertThat(table.settle(OTHER, request, 1)).isTrue();
    assertThat(table.hasCommitted(OTHER, request)).isTrue();
    assertThat(table.hasCommitted(SESSION, request)).isFalse();
  }

  private static String statementOfHowTo() throws IOException {
    return Files.readAllLines(Path.of("..", "docs", "howto", "tomee.md")).stream()
        .filter(line -> line.startsWith("ALTER TABLE " + MarkerTable.TABLE))
        .findFirst()
        .orElseThrow();
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Connection begin() throws Exception {
    Connection connection = database.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  private static boolean settle(RequestId request) {
    try {
      return table.settle(SESSION, request, 1);
    } catch (PropagationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int waiting() throws Exception {
    try (Connection connection = database.getConnection();
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")) {
      row.next();
      return row.getInt(1);
    }
  }
}
