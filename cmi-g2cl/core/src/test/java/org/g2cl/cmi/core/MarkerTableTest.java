package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.TimeZone;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
  private static final RequestId REQUEST = new RequestId("r");

  private final JdbcDataSource database = new JdbcDataSource();
  private MarkerTable table;

  @BeforeEach
  void createTable(TestInfo test) throws SQLException {
    database.setURL("jdbc:h2:mem:" + test.getDisplayName().hashCode() + ";DB_CLOSE_DELAY=-1");
    table = new MarkerTable(database, Duration.ofSeconds(5));
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
    try (Connection transaction = begin()) {
      table.record(transaction, SESSION, REQUEST, 1);
      CompletableFuture<Boolean> settled = CompletableFuture.supplyAsync(this::settle);
      transaction.commit();

      assertThat(settled.get(5, TimeUnit.SECONDS)).isTrue();
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

  private Connection begin() throws SQLException {
    Connection connection = database.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  private boolean settle() {
    try {
      return table.settle(SESSION, REQUEST, 1);
    } catch (PropagationException e) {
      throw new IllegalStateException(e);
    }
  }
}
