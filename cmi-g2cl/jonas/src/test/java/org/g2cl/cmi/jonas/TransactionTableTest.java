package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.Thread.State;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.SessionId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A data source that is there and whose database does not answer. */
class TransactionTableTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String NAME = "jdbc_tried";
  private static final AtomicInteger ASKED = new AtomicInteger();
  private static final String ODD_TABLE = NAME + "_odd";
  private static final String ODD_URL = "jdbc:h2:mem:odd-table;DB_CLOSE_DELAY=-1";
  private static final String REBOUND = "jdbc_rebound";
  private static final String REBOUND_URL = "jdbc:h2:mem:rebound-table;DB_CLOSE_DELAY=-1";
  private static volatile CountDownLatch answer;
  private static volatile DataSource rebound;

  private final Naming naming = Naming.of(TransactionTableTest::find);
  private final Members members = new Members();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

  /** Servers of other tests go on to look for theirs now and then. */
  private static DataSource find(String name) throws NamingException {
    if (name.equals(REBOUND)) {
      return rebound;
    }
    if (!name.startsWith(NAME)) {
      throw new NameNotFoundException(name);
    }
    return Naming.dataSource(
        name.equals(ODD_TABLE)
            ? () -> DriverManager.getConnection(ODD_URL)
            : TransactionTableTest::connect);
  }

  private static Connection connect() throws Exception {
    ASKED.incrementAndGet();
    assertThat(answer.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    throw new SQLException("no answer");
  }

  @BeforeEach
  void start() {
    ASKED.set(0);
    answer = new CountDownLatch(1);
  }

  @AfterEach
  void stop() {
    naming.close();
    timer.shutdownNow();
    members.close();
  }

  /** Twenty clients do this at the same time; the database fails when all of them have come. */
  private static void byManyClients(Runnable task) throws InterruptedException {
    List<Thread> clients = new ArrayList<>();
    for (int client = 0; client < 20; client++) {
      Thread thread = new Thread(task);
      thread.start();
      clients.add(thread);
    }
    await()
        .atMost(PATIENCE)
        .until(() -> clients.stream().filter(c -> c.getState() == State.BLOCKED).count() == 19);
    answer.countDown();
    for (Thread client : clients) {
      client.join(PATIENCE.toMillis());
    }
  }

  private TransactionTable table() {
    return new TransactionTable(members.join(), NAME, new ServerTransactions(), timer);
  }

  @Test
  void shouldNotAskDatabaseForEachClientThatComesOverWhenItHasJustFailed() throws Exception {
    byManyClients(table()::open);
    assertThat(ASKED).hasValue(1);
  }

  @Test
  void shouldNotAskDatabaseForEachMarkerWhenItHasJustFailed() throws Exception {
    TransactionTable table = table();
    try (LogLines log = new LogLines(TransactionTable.class)) {
      byManyClients(() -> assertThat(record(table)).isFalse());
      assertThat(ASKED).hasValue(1);
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("jonas.service.ha.datasource is '" + NAME + "', which cannot be used")
          .contains("the database cannot be asked: java.sql.SQLException: no answer.")
          .doesNotContain("null")
          .contains("Calls go on without markers")
          .contains("tried again every few seconds");
    }
  }

  @Test
  void shouldSayWhatTheTrialOfTheTableFoundAndWhatToDo() throws Exception {
    try (Connection connection = DriverManager.getConnection(ODD_URL);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE g2cl_marker (request_id VARCHAR(128), epoch BIGINT)");
    }
    TransactionTable table =
        new TransactionTable(members.join(), ODD_TABLE, new ServerTransactions(), timer);
    try (LogLines log = new LogLines(TransactionTable.class)) {
      assertThat(record(table)).isFalse();
      assertThat(log.lines())
          .singleElement()
          .asString()
          .containsOnlyOnce("Column \"COMMITTED\" not found")
          .contains("see that it is as by: " + MarkerTable.DDL);
    }
  }

  @Test
  void shouldSayAtTheFirstCallWhatFailedWhenNobodyWaitedForIt() {
    answer.countDown();
    TransactionTable table = table();
    try (LogLines log = new LogLines(TransactionTable.class)) {
      table.tryToOpen();
      table.tryToOpen();
      assertThat(ASKED).as("left alone for a while").hasValue(1);
      assertThat(log.lines()).isEmpty();
      assertThat(record(table)).isFalse();
      assertThat(log.lines()).hasSize(1);
      assertThat(ASKED).hasValue(1);
    }
  }

  @Test
  void shouldAskAnotherDataSourceAtOnceWhenItIsNamed() {
    answer.countDown();
    TransactionTable table = table();
    assertThat(record(table)).isFalse();
    table.name(NAME + "b");
    assertThat(record(table)).isFalse();
    assertThat(ASKED).hasValue(2);
  }

  @Test
  void shouldHaveNothingBarredWhileTheDatabaseDoesNotAnswer() {
    answer.countDown();
    JonasGroup group = members.join();
    TransactionTable table = new TransactionTable(group, NAME, new ServerTransactions(), timer);
    assertThat(record(table)).as("a call made here goes on without a marker").isFalse();
    RequestId request = new RequestId("root/1");
    assertThatThrownBy(() -> group.outcomes().bar(Ids.root(request), request, 1))
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("'" + NAME + "', cannot be used yet");
  }

  @Test
  void shouldOpenTheTableForARequestThatIsToBeBarredSoonAfterItHasFailed() throws Exception {
    AtomicBoolean isClosed = new AtomicBoolean(true);
    rebound = bound(isClosed);
    JonasGroup group = members.join();
    TransactionTable table = new TransactionTable(group, REBOUND, new ServerTransactions(), timer);
    table.open();
    isClosed.set(false);
    assertThat(record(table)).as("calls leave it alone for a while").isFalse();

    RequestId request = new RequestId("barred/1");
    assertThat(group.outcomes().bar(Ids.root(request), request, 1)).isFalse();
    assertThat(group.outcomes().markers()).isPresent();
  }

  @Test
  void shouldAskTheDatabaseOnceForManyRequestsThatAreToBeBarred() throws Exception {
    JonasGroup group = members.join();
    var unused = new TransactionTable(group, NAME, new ServerTransactions(), timer);
    RequestId request = new RequestId("root/1");
    byManyClients(
        () ->
            assertThatThrownBy(() -> group.outcomes().bar(Ids.root(request), request, 1))
                .isInstanceOf(PropagationException.class));
    assertThat(ASKED).hasValue(1);
  }

  @Test
  void shouldHaveNothingBarredWhenADataSourceIsNamedLaterUntilItIsThere() throws Exception {
    JonasGroup group = members.join();
    TransactionTable table = new TransactionTable(group, "", new ServerTransactions(), timer);
    RequestId request = new RequestId("root/1");
    assertThat(group.outcomes().bar(Ids.root(request), request, 1)).isFalse();
    answer.countDown();
    table.name(NAME);
    assertThatThrownBy(() -> group.outcomes().bar(Ids.root(request), request, 1))
        .isInstanceOf(PropagationException.class);
  }

  /** What JNDI has by that name, until it is bound anew. */
  private static DataSource bound(AtomicBoolean isClosed) {
    return Naming.dataSource(
        () -> {
          if (isClosed.get()) {
            throw new SQLException("this pool is closed");
          }
          return DriverManager.getConnection(REBOUND_URL);
        });
  }

  @Test
  void shouldLookTheDataSourceUpAgainWhenItFailsAndAnotherOneIsBoundThatConnects()
      throws Exception {
    AtomicBoolean isClosed = new AtomicBoolean();
    rebound = bound(isClosed);
    JonasGroup group = members.join();
    TransactionTable table = new TransactionTable(group, REBOUND, new ServerTransactions(), timer);
    SessionId session = new SessionId("root");
    Optional<RequestId> request = Optional.of(new RequestId("root/1"));
    Admission admission = group.propagation().admitCreation(session, "cmi", PATIENCE, request);
    try (SessionCall call = ((Admission.Granted) admission).call()) {
      table.open();

      isClosed.set(true);
      rebound = bound(isClosed);
      assertThatThrownBy(() -> table.record(call)).hasMessage("this pool is closed");
      assertThatThrownBy(() -> table.record(call)).as("no other").isInstanceOf(SQLException.class);

      rebound = bound(new AtomicBoolean());
      assertThatThrownBy(() -> table.record(call)).as("found").isInstanceOf(SQLException.class);
      assertThat(table.record(call)).isTrue();
    }
  }

  /** Whether a marker was written; the call is looked at only where there is a table. */
  private static boolean record(TransactionTable table) {
    try {
      return table.record(null);
    } catch (SQLException | PropagationException e) {
      throw new AssertionError(e);
    }
  }
}
