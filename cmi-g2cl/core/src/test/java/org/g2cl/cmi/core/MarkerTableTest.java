package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.g2cl.propagation.FencedException;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class MarkerTableTest {
  private static final SessionId SESSION = new SessionId("s");
  private static final SessionId OTHER = new SessionId("another");
  private static final RequestId REQUEST = new RequestId("r");
  private static final Duration WAIT = Duration.ofSeconds(20);

  private final JdbcDataSource database = new JdbcDataSource();
  private MarkerTable table;

  @BeforeEach
  void createTable(TestInfo test) throws SQLException {
    database.setURL(
        "jdbc:h2:mem:%d;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=%d"
            .formatted(test.getDisplayName().hashCode(), WAIT.toMillis()));
    table = new MarkerTable(database, WAIT);
    table.create();
  }

  @Test
  void shouldAnswerCommittedWhenTheCallsTransactionCommitted() throws Exception {
    try (Connection transaction = begin()) {
      table.record(transaction, SESSION, REQUEST, 1);
      transaction.commit();
    }

    assertThat(table.settle(SESSION, REQUEST, 1)).isTrue();
    assertThat(table.settle(SESSION, REQUEST, 1)).as("asked again").isTrue();
  }

  @Test
  void shouldAnswerNeverCommittedWhenTheCallsTransactionRolledBack() throws Exception {
    try (Connection transaction = begin()) {
      table.record(transaction, SESSION, REQUEST, 1);
      transaction.rollback();
    }

    assertThat(table.settle(SESSION, REQUEST, 1)).isFalse();
    assertThat(table.settle(SESSION, REQUEST, 1)).as("asked again").isFalse();
  }

  @Test
  void shouldBarTheFormerOwnersCommitOnceSettled() throws Exception {
    assertThat(table.settle(SESSION, REQUEST, 1)).isFalse();

    try (Connection late = begin()) {
      assertThatThrownBy(() -> table.record(late, SESSION, REQUEST, 1))
          .isInstanceOf(FencedException.class)
          .hasMessageContaining("barred");
    }
  }

  @Test
  void shouldWaitForTheTransactionThatIsUnderWay() throws Exception {
    RequestId undone = new RequestId("undone");
    try (Connection first = begin();
        Connection second = begin()) {
      table.record(first, SESSION, REQUEST, 1);
      table.record(second, SESSION, undone, 1);
      CompletableFuture<Boolean> settled = CompletableFuture.supplyAsync(() -> settle(REQUEST));
      CompletableFuture<Boolean> rolledBack = CompletableFuture.supplyAsync(() -> settle(undone));
      await("both wait")
          .during(Duration.ofMillis(300))
          .atMost(WAIT)
          .until(this::inserting, count -> count == 2);
      assertThat(settled).isNotDone();
      assertThat(rolledBack).isNotDone();
      first.commit();
      second.rollback();

      assertThat(settled.get(WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(rolledBack.get(WAIT.toSeconds(), TimeUnit.SECONDS)).isFalse();
    }
  }

  /** How many insert now: H2 tries an insert that has to wait again and again. */
  private int inserting() throws SQLException {
    try (Connection connection = database.getConnection();
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT count(*) FROM INFORMATION_SCHEMA.SESSIONS"
                    + " WHERE EXECUTING_STATEMENT LIKE 'INSERT%'")) {
      row.next();
      return row.getInt(1);
    }
  }

  @Test
  void shouldLetTheNextEpochWriteItsOwnMarker() throws Exception {
    assertThat(table.settle(SESSION, REQUEST, 1)).isFalse();
    try (Connection transaction = begin()) {
      table.record(transaction, SESSION, REQUEST, 2);
      transaction.commit();
    }

    assertThat(table.settle(SESSION, REQUEST, 2)).isTrue();
  }

  @Test
  void shouldBarARequestThatNobodyHeardOf() throws Exception {
    assertThat(table.bar(SESSION, REQUEST, 1)).as("committed").isFalse();
    try (Connection late = begin()) {
      assertThatThrownBy(() -> table.record(late, SESSION, REQUEST, 1))
          .isInstanceOf(FencedException.class);
    }
  }

  @Test
  void shouldTellThatABarredRequestWasCommittedUnseen() throws Exception {
    try (Connection transaction = begin()) {
      table.record(transaction, SESSION, REQUEST, 1);
      transaction.commit();
    }
    assertThat(table.bar(SESSION, REQUEST, 1)).isTrue();
  }

  /** Clients that number their requests themselves may give one id in two sessions. */
  @Test
  void shouldNotTakeTheMarkerOfAnotherSessionForThisOnes() throws Exception {
    recordAndCommit(OTHER);
    assertThat(table.settle(SESSION, REQUEST, 1)).isFalse();
    assertThat(table.isCommitted(SESSION, REQUEST, 1)).isFalse();
  }

  @Test
  void shouldLetASessionCommitThatHasTheRequestIdOfOneThatWasBarredInAnother() throws Exception {
    assertThat(table.settle(OTHER, REQUEST, 1)).isFalse();
    recordAndCommit(SESSION);
    assertThat(table.settle(SESSION, REQUEST, 1)).isTrue();

    table.forget(SESSION, REQUEST);
    assertThatThrownBy(() -> recordAndCommit(OTHER)).isInstanceOf(FencedException.class);
  }

  /** Whose key was request id and epoch alone. */
  @Test
  void shouldNotTakeTheMarkerOfAnotherSessionForThisOnesInATableOfAReleaseBefore()
      throws Exception {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("ALTER TABLE %s DROP PRIMARY KEY".formatted(MarkerTable.TABLE));
      statement.execute(
          "ALTER TABLE %s ADD PRIMARY KEY (request_id, epoch)".formatted(MarkerTable.TABLE));
    }
    recordAndCommit(OTHER);

    assertThatThrownBy(() -> table.settle(SESSION, REQUEST, 1))
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("make it PRIMARY KEY (session_id, request_id, epoch)");
    assertThatThrownBy(() -> recordAndCommit(SESSION))
        .isInstanceOf(FencedException.class)
        .hasMessageContaining("make it PRIMARY KEY (session_id, request_id, epoch)");
    assertThat(table.settle(OTHER, REQUEST, 1)).isTrue();
    assertThat(table.sweep(Duration.ofSeconds(-1))).isOne();
    assertThat(table.settle(SESSION, REQUEST, 1)).isFalse();
  }

  /** A marker is swept when no retry can come any more, so what is barred then harms nobody. */
  @Test
  void shouldBarAnewWhenTheMarkerInItsWayIsSweptBeforeItIsRead() throws Exception {
    recordAndCommit(SESSION);
    AtomicInteger swept = new AtomicInteger();
    var settling = new MarkerTable(sweptBeforeReading(swept), WAIT);

    assertThat(settling.settle(SESSION, REQUEST, 1)).isFalse();

    assertThat(swept).hasValue(1);
    assertThatThrownBy(() -> recordAndCommit(SESSION)).isInstanceOf(FencedException.class);
  }

  /** The database, in which a sweep comes before each statement that reads. */
  private DataSource sweptBeforeReading(AtomicInteger swept) {
    return watched(
        DataSource.class,
        database,
        made ->
            made instanceof Connection connection
                ? watched(
                    Connection.class, connection, statement -> sweptBeforeReading(statement, swept))
                : made);
  }

  private Object sweptBeforeReading(Object made, AtomicInteger swept) {
    if (made instanceof PreparedStatement statement && statement.toString().contains("SELECT")) {
      try {
        swept.addAndGet(table.sweep(Duration.ofSeconds(-1)));
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
    return made;
  }

  @Test
  void shouldTellOfACommitInAnyEpochAndBarNothing() throws Exception {
    assertThat(table.hasCommitted(SESSION, REQUEST)).isFalse();
    assertThat(table.settle(SESSION, REQUEST, 2)).isFalse();
    assertThat(table.hasCommitted(SESSION, REQUEST)).as("what is barred").isFalse();
    recordAndCommit(SESSION);
    assertThat(table.hasCommitted(SESSION, REQUEST)).isTrue();
    assertThat(table.hasCommitted(OTHER, REQUEST)).isFalse();
  }

  private void recordAndCommit(SessionId session) throws Exception {
    try (Connection transaction = begin()) {
      table.record(transaction, session, REQUEST, 1);
      transaction.commit();
    }
  }

  @Test
  void shouldSweepByTheSameClockInEveryTimeZone() throws Exception {
    TimeZone before = TimeZone.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("GMT-08:00"));
      assertThat(table.settle(SESSION, REQUEST, 1)).isFalse();
      TimeZone.setDefault(TimeZone.getTimeZone("GMT+08:00"));
      assertThat(table.sweep(Duration.ofHours(1))).isZero();
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @Test
  void shouldSweepOnlyMarkersThatAreOldEnough() throws Exception {
    assertThat(table.settle(SESSION, REQUEST, 1)).isFalse();

    assertThat(table.sweep(Duration.ofHours(1))).isZero();
    assertThat(table.sweep(Duration.ofSeconds(-1))).isEqualTo(1);
  }

  @Test
  void shouldBeCreatedOnceHoweverOftenItIsAskedFor() throws Exception {
    table.create();
    assertThat(table.settle(SESSION, REQUEST, 1)).isFalse();
  }

  /** As of one that somebody has locked, or begun to create. */
  @Test
  void shouldWaitForTheTableNoLongerThanForACall() throws Exception {
    assertThat(waitsOf(MarkerTable::create)).containsOnly(5);
    assertThat(waitsOf(bounded -> bounded.isCommitted(SESSION, REQUEST, 1))).containsOnly(5);
    assertThat(waitsOf(bounded -> bounded.forget(SESSION, REQUEST))).containsOnly(5);
  }

  /** Of very many markers each sweep would be cut short by the time-out of a call. */
  @Test
  void shouldSweepForLongerThanACallMayTakeAndNotForEver() throws Exception {
    assertThat(waitsOf(bounded -> bounded.sweep(Duration.ofHours(1)))).containsOnly(300);
  }

  private interface Use {
    void of(MarkerTable bounded) throws Exception;
  }

  /** Seconds that each statement may take. */
  private List<Integer> waitsOf(Use use) throws Exception {
    List<Integer> waits = new ArrayList<>();
    DataSource watched =
        watched(
            DataSource.class,
            database,
            made ->
                made instanceof Connection connection
                    ? watched(Connection.class, connection, statement -> noting(statement, waits))
                    : made);
    use.of(new MarkerTable(watched, Duration.ofSeconds(5)));
    return waits;
  }

  /** Notes how long a statement may take when it is executed. */
  private static Object noting(Object made, List<Integer> waits) {
    if (!(made instanceof Statement statement)) {
      return made;
    }
    Class<?> type = made instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
    return Proxy.newProxyInstance(
        MarkerTableTest.class.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          if (method.getName().startsWith("execute")) {
            waits.add(statement.getQueryTimeout());
          }
          return method.invoke(statement, arguments);
        });
  }

  private static <T> T watched(Class<T> type, T real, UnaryOperator<Object> results) {
    return type.cast(
        Proxy.newProxyInstance(
            MarkerTableTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> results.apply(method.invoke(real, arguments))));
  }

  @Test
  void shouldNameTheTableWhenTheDatabaseIsGone() {
    var nowhere = new JdbcDataSource();
    nowhere.setURL("jdbc:h2:tcp://127.0.0.1:1/none");
    var lost = new MarkerTable(nowhere, Duration.ofSeconds(1));

    assertThatThrownBy(() -> lost.settle(SESSION, REQUEST, 1))
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining(MarkerTable.TABLE)
        .hasMessageContaining("session s");
  }

  /** As one that is closed, whose exceptions are its own. */
  @Test
  void shouldNameTheTableWhenThePoolOfConnectionsFails() {
    DataSource failing =
        (DataSource)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> {
                  throw new IllegalStateException("pool is closed");
                });
    var lost = new MarkerTable(failing, Duration.ofSeconds(1));

    assertThatThrownBy(() -> lost.settle(SESSION, REQUEST, 1))
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining(MarkerTable.TABLE)
        .hasMessageContaining("pool is closed");
  }

  private Connection begin() throws SQLException {
    Connection connection = database.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  private boolean settle(RequestId request) {
    try {
      return table.settle(SESSION, request, 1);
    } catch (PropagationException e) {
      throw new IllegalStateException(e);
    }
  }
}
