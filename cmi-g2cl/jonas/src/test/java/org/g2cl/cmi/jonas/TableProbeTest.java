package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import javax.transaction.TransactionManager;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.propagation.PropagationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tables of markers, and data sources, that do not do what rests on them. */
class TableProbeTest {
  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
  private final ServerTransactions transactions = new ServerTransactions();
  private final DataSource source = Naming.dataSource(this::connect);
  private final MarkerTable table = new MarkerTable(source, Duration.ofSeconds(5));

  /** Of the transaction, null where there is none; its connections are closed at its end. */
  private Connection transaction;

  private boolean takesPart = true;

  /** Whether connections of the pool commit by themselves where nobody says so. */
  private boolean commits = true;

  /** Whether transactions keep what they commit. */
  private boolean forgets;

  private Connection connect() throws SQLException {
    if (transaction != null) {
      return Naming.held(transaction);
    }
    Connection connection = DriverManager.getConnection(url);
    connection.setAutoCommit(commits);
    return connection;
  }

  private void useManager() {
    transactions.use(
        (TransactionManager)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {TransactionManager.class},
                (self, method, arguments) -> {
                  switch (method.getName()) {
                    case "begin" -> begin();
                    case "rollback" -> rollBack();
                    case "commit" -> commit();
                    default -> throw new UnsupportedOperationException(method.getName());
                  }
                  return null;
                }));
  }

  private void begin() throws SQLException {
    if (takesPart) {
      transaction = DriverManager.getConnection(url);
      transaction.setAutoCommit(false);
    }
  }

  private void commit() throws SQLException {
    if (takesPart) {
      if (!forgets) {
        transaction.commit();
      }
      rollBack();
    }
  }

  private void rollBack() throws SQLException {
    if (takesPart) {
      transaction.rollback();
      transaction.close();
      transaction = null;
    }
  }

  @AfterEach
  void stop() throws SQLException {
    execute("SHUTDOWN");
  }

  private void execute(String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement made = connection.createStatement()) {
      made.execute(statement);
    }
  }

  private long rows() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM " + MarkerTable.TABLE)) {
      result.next();
      return result.getLong(1);
    }
  }

  private void probe() throws PropagationException {
    new TableProbe(table, source, transactions).run();
  }

  @Test
  void shouldTakeATableAsItIsMadeAndLeaveNoRow() throws Exception {
    table.create();
    probe();
    useManager();
    probe();
    assertThat(rows()).isZero();
  }

  @Test
  void shouldTakeADataSourceWhoseConnectionsDoNotCommitByThemselves() throws Exception {
    table.create();
    commits = false;
    probe();
    useManager();
    probe();
    assertThat(rows()).isZero();
  }

  @Test
  void shouldSayThatTheKeyIsMissing() throws Exception {
    execute(MarkerTable.DDL.replace(", PRIMARY KEY (session_id, request_id, epoch)", ""));
    table.create();
    assertThatThrownBy(this::probe)
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("table g2cl_marker lacks its primary key")
        .hasMessageContaining(MarkerTable.DDL);
    assertThat(rows()).isZero();
  }

  @Test
  void shouldSayThatConnectionsTakeNoPartInTransactions() throws Exception {
    table.create();
    useManager();
    takesPart = false;
    assertThatThrownBy(this::probe)
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("take no part in transactions");
    assertThat(rows()).isZero();
  }

  @Test
  void shouldSayWhatTheDatabaseRefuses() throws Exception {
    execute("CREATE TABLE g2cl_marker (request_id VARCHAR(128), epoch BIGINT)");
    assertThatThrownBy(this::probe)
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("table g2cl_marker cannot be used: Column \"COMMITTED\" not found")
        .hasMessageContaining("the rights to SELECT, INSERT and DELETE")
        .hasCauseInstanceOf(SQLException.class);
  }

  @Test
  void shouldSayThatWhatIsCommittedIsNotSeen() throws Exception {
    table.create();
    useManager();
    forgets = true;
    assertThatThrownBy(this::probe)
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("a marker that was committed is not seen")
        .hasMessageContaining("no view, policy or trigger");
    assertThat(rows()).isZero();
  }
}
