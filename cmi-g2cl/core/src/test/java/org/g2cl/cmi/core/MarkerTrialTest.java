package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.g2cl.cmi.core.MarkerTrial.Marking;
import org.g2cl.cmi.core.MarkerTrial.Result;
import org.g2cl.propagation.PropagationException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tables of markers, and connections to them, that do not do what rests on them. */
class MarkerTrialTest {
  private final String url = "jdbc:h2:mem:" + UUID.randomUUID();
  private final JdbcDataSource calls = source("sa");
  private final JdbcDataSource takeOvers = source("sa");

  /** Keeps the database. */
  private Connection kept;

  private JdbcDataSource source(String user) {
    var made = new JdbcDataSource();
    made.setURL(url);
    made.setUser(user);
    made.setPassword("");
    return made;
  }

  @BeforeEach
  void create() throws SQLException {
    kept = calls.getConnection();
    execute(MarkerTable.DDL);
  }

  @AfterEach
  void drop() throws SQLException {
    kept.close();
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = kept.createStatement()) {
      statement.execute(sql);
    }
  }

  private long rows() throws SQLException {
    try (Statement statement = kept.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + MarkerTable.TABLE)) {
      row.next();
      return row.getLong(1);
    }
  }

  private void letUserOnly(String rights, JdbcDataSource source) throws SQLException {
    execute("CREATE USER other PASSWORD ''");
    execute("GRANT %s ON %s TO other".formatted(rights, MarkerTable.TABLE));
    source.setUser("other");
  }

  private Result tried(MarkerTrial.Writer writer) throws SQLException, PropagationException {
    var table = new MarkerTable(takeOvers, Duration.ofSeconds(5));
    return new MarkerTrial(table, "the data source").run(writer);
  }

  private Result tried() throws SQLException, PropagationException {
    return tried(new InTransactions());
  }

  /** As it has to be; tests change one side each. */
  private class InTransactions implements MarkerTrial.Writer {
    @Override
    public void commitAfter(Marking marking) throws SQLException, PropagationException {
      try (Connection transaction = begin()) {
        marking.write(transaction);
        transaction.commit();
      }
    }

    @Override
    public boolean rollBackAfter(Marking marking) throws SQLException, PropagationException {
      try (Connection transaction = begin()) {
        marking.write(transaction);
        transaction.rollback();
      }
      return true;
    }

    private Connection begin() throws SQLException {
      Connection transaction = calls.getConnection();
      transaction.setAutoCommit(false);
      return transaction;
    }
  }

  /** Where no transaction can be begun. */
  private final class WithoutManager extends InTransactions {
    @Override
    public boolean rollBackAfter(Marking marking) {
      return false;
    }
  }

  @Test
  void shouldTakeATableAsItIsMadeAndLeaveNoRow() throws Exception {
    assertThat(tried()).isEqualTo(Result.SOUND);
    assertThat(rows()).isZero();
  }

  @Test
  void shouldTakeATableWhereNoTransactionCanBeBegun() throws Exception {
    assertThat(tried(new WithoutManager())).isEqualTo(Result.SOUND);
    assertThat(rows()).isZero();
  }

  @Test
  void shouldFindOutThatTheKeyIsMissing() throws Exception {
    execute("ALTER TABLE %s DROP PRIMARY KEY".formatted(MarkerTable.TABLE));

    assertThat(tried()).isEqualTo(Result.NOT_BARRED);
    assertThat(rows()).isZero();
  }

  @Test
  void shouldFindOutThatTheKeyIsMissingWhereNoTransactionCanBeBegun() throws Exception {
    execute("ALTER TABLE %s DROP PRIMARY KEY".formatted(MarkerTable.TABLE));

    assertThat(tried(new WithoutManager())).isEqualTo(Result.NOT_BARRED);
    assertThat(rows()).isZero();
  }

  @Test
  void shouldFindOutThatTakeOversReachAnotherDatabase() throws Exception {
    takeOvers.setURL("jdbc:h2:mem:" + UUID.randomUUID());
    try (Connection other = takeOvers.getConnection();
        Statement statement = other.createStatement()) {
      statement.execute(MarkerTable.DDL);

      assertThat(tried()).isEqualTo(Result.NOT_BARRED);
    }
    assertThat(rows()).isZero();
  }

  @Test
  void shouldFindOutThatWhatWasCommittedIsNotSeen() throws Exception {
    Result result =
        tried(
            new InTransactions() {
              @Override
              public void commitAfter(Marking marking) throws SQLException, PropagationException {
                rollBackAfter(marking);
              }
            });

    assertThat(result).isEqualTo(Result.NOT_SEEN);
    assertThat(rows()).isZero();
  }

  @Test
  void shouldFindOutThatWhatWasRolledBackHolds() throws Exception {
    Result result =
        tried(
            new InTransactions() {
              @Override
              public boolean rollBackAfter(Marking marking)
                  throws SQLException, PropagationException {
                commitAfter(marking);
                return true;
              }
            });

    assertThat(result).isEqualTo(Result.NOT_ROLLED_BACK);
    assertThat(rows()).isZero();
  }

  @Test
  void shouldFindOutThatTakeOversMayNotRead() throws Exception {
    letUserOnly("INSERT, DELETE", takeOvers);

    assertThatThrownBy(this::tried)
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("Not enough rights");
    assertThat(rows()).isZero();
  }

  /** Nothing is to be deleted then, so no right to that is spoken of. */
  @Test
  void shouldAskNoMoreOfADatabaseThatIsAway() {
    var connections = new AtomicInteger();
    DataSource away =
        (DataSource)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> {
                  connections.incrementAndGet();
                  throw new SQLException("connection refused");
                });
    var trial = new MarkerTrial(new MarkerTable(away, Duration.ofSeconds(5)), "the data source");

    assertThatThrownBy(() -> trial.run(new InTransactions()))
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("connection refused");
    assertThat(connections).hasValue(1);
  }

  @Test
  void shouldFindOutThatTakeOversMayNotWrite() throws Exception {
    letUserOnly("SELECT, DELETE", takeOvers);

    assertThatThrownBy(this::tried)
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("Not enough rights");
  }

  @Test
  void shouldFindOutThatCallsMayNotWrite() throws Exception {
    letUserOnly("SELECT, DELETE", calls);

    assertThatThrownBy(this::tried)
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("Not enough rights");
    assertThat(rows()).isZero();
  }

  @Test
  void shouldDoWithoutTheRightToReadWhereCallsWrite() throws Exception {
    letUserOnly("INSERT", calls);

    assertThat(tried()).isEqualTo(Result.SOUND);
    assertThat(rows()).isZero();
  }

  @Test
  void shouldTakeATableFromWhichNothingCanBeDeleted() throws Exception {
    letUserOnly("SELECT, INSERT", takeOvers);

    assertThat(tried()).isEqualTo(Result.SOUND);
    assertThat(rows()).isEqualTo(3);
  }
}
