package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import org.g2cl.cmi.core.RetryElsewhereException;
import org.g2cl.cmi.tomee.shop.LateLedger;
import org.g2cl.cmi.tomee.shop.OutOfStockException;
import org.g2cl.propagation.FencedException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransactionMarkerTest {
  private static final Table TABLE = new Table();
  private static BasketNode shop;
  private static EjbdClient lateLedgers;

  /** Markers in a table of the test's, through the data source that the bean uses. */
  private static final class Table implements Replication.Markers {
    private boolean losesCommit;
    private boolean afterTheCopies;

    @Override
    public void record(SessionId session, RequestId request, long epoch)
        throws SQLException, FencedException {
      afterTheCopies = shop.memory().lastUndecided();
      if (losesCommit) {
        Transactions.registry().setRollbackOnly();
        return;
      }
      try (var connection = DataSources.named("shop").getConnection();
          var insert = connection.prepareStatement("INSERT INTO markers VALUES (?)")) {
        insert.setString(1, request.value());
        insert.executeUpdate();
      } catch (SQLException e) {
        if ("23505".equals(e.getSQLState())) {
          throw new FencedException("barred");
        }
        throw e;
      }
    }

    @Override
    public boolean settle(SessionId session, RequestId request, long epoch) {
      return losesCommit;
    }

    @Override
    public boolean bar(SessionId session, RequestId request, long epoch) {
      return settle(session, request, epoch);
    }
  }

  @BeforeAll
  static void start() throws Exception {
    shop = new BasketNode();
    shop.database.update("CREATE TABLE markers (request VARCHAR(128) PRIMARY KEY)");
    shop.group.use(TABLE);
    lateLedgers = new EjbdClient(shop.node.location(), "LateLedgerRemote", LateLedger.class);
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  @BeforeEach
  void clear() throws Exception {
    shop.group.use(TABLE);
    TABLE.losesCommit = false;
    shop.database.update("DELETE FROM orders");
    shop.database.update("DELETE FROM markers");
  }

  @Test
  void shouldWriteMarkerWithTheRowsOfTheCall() throws Exception {
    String basket = shop.newBasket();
    shop.client.call(basket, "add", "cup");
    assertThat(shop.memory().lastUndecided()).isFalse();

    shop.client.call(basket, "order", "pen");

    assertThat(shop.memory().lastUndecided()).isTrue();
    assertThat(TABLE.afterTheCopies).as("no row is locked while copies are awaited").isTrue();
    assertThat(shop.database.count("orders")).isEqualTo(1);
    assertThat(shop.database.count("markers")).isEqualTo(1);
  }

  @Test
  void shouldWriteNoMarkerWhenCallTouchesNoDatabase() throws Exception {
    String basket = shop.newBasket();

    shop.client.call(basket, "add", "pen");

    assertThat(shop.memory().lastUndecided()).isFalse();
    assertThat(shop.database.count("markers")).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5})
  void shouldWriteMarkerWithRowsThatSynchronizationsWriteBeforeTheCommit(int count)
      throws Exception {
    String ledger = lateLedgers.create(EjbdClient.newId());

    lateLedgers.call(ledger, "bySynchronizations", "pen", count);

    assertThat(shop.memory().lastUndecided()).isTrue();
    assertThat(shop.database.count("orders")).isEqualTo(1);
    assertThat(shop.database.count("markers")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void shouldWriteMarkerOfEachSessionOfATransactionWhoseRowsAreWrittenBeforeTheCommit(int count)
      throws Exception {
    String ledger = lateLedgers.create(EjbdClient.newId());

    lateLedgers.call(ledger, "afterJournal", "pen", count);

    assertThat(shop.database.count("orders")).isEqualTo(1);
    assertThat(shop.database.count("markers")).as("of ledger and journal").isEqualTo(2);
  }

  @Test
  void shouldKeepNothingOfACallWhoseLateRowsAreRolledBack() throws Exception {
    String ledger = lateLedgers.create(EjbdClient.newId());
    String id = EjbdClient.newId();
    shop.memory().failNextPrepare(new FencedException("taken over by b"));

    assertThatThrownBy(() -> lateLedgers.repeat(id, ledger, "bySynchronizations", "pen", 1))
        .isInstanceOf(RetryElsewhereException.class);
    assertThat(lateLedgers.repeat(id, ledger, "bySynchronizations", "pen", 1)).isEqualTo(1);

    assertThat(shop.database.count("orders")).isEqualTo(1);
    assertThat(shop.database.count("markers")).isEqualTo(1);
  }

  @Test
  void shouldRollMarkerBackWithTheRowsWhenFenced() throws Exception {
    String basket = shop.newBasket();
    shop.memory().failNextPrepare(new FencedException("taken over by b"));

    assertThatThrownBy(() -> shop.client.call(basket, "order", "pen"))
        .isInstanceOf(RetryElsewhereException.class);

    assertThat(shop.database.count("orders")).isZero();
    assertThat(shop.database.count("markers")).isZero();
  }

  @Test
  void shouldRollMarkerBackWhenBeanAsksForRollback() throws Exception {
    String basket = shop.newBasket();

    assertThatThrownBy(() -> shop.client.call(basket, "orderThenRefuse", "pen"))
        .isInstanceOf(OutOfStockException.class);

    assertThat(shop.database.count("markers")).isZero();
  }

  @Test
  void shouldAnswerTheRetryWhenTheMarkerSaysThatALostCommitHolds() throws Exception {
    String basket = shop.newBasket();
    String id = EjbdClient.newId();
    TABLE.losesCommit = true;

    assertThatThrownBy(() -> shop.client.repeat(id, basket, "order", "pen"))
        .isInstanceOf(RetryElsewhereException.class)
        .hasMessageContaining("its reply is stored");
    TABLE.losesCommit = false;

    assertThat(shop.client.repeat(id, basket, "order", "pen")).isEqualTo(1);
    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("pen"));
  }

  @Test
  void shouldRollBackAndSendElsewhereWhenTakeOverHasBarredTheCall() throws Exception {
    String basket = shop.newBasket();
    String id = EjbdClient.newId();
    shop.database.update("INSERT INTO markers VALUES ('" + id + "')");

    assertThatThrownBy(() -> shop.client.repeat(id, basket, "order", "pen"))
        .isInstanceOf(RetryElsewhereException.class)
        .hasMessageContaining("barred");

    assertThat(shop.database.count("orders")).isZero();
    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of());
  }

  private static void failToOpen() {
    shop.group.failToOpenMarkers(new IllegalStateException("the database does not answer"));
  }

  @Test
  void shouldChangeNothingAndSendElsewhereWhenTheTableCannotBeOpened() throws Exception {
    String basket = shop.newBasket();
    String id = EjbdClient.newId();
    failToOpen();

    assertThatThrownBy(() -> shop.client.repeat(id, basket, "order", "pen"))
        .isInstanceOf(RetryElsewhereException.class)
        .hasMessageContaining("the database does not answer");
    assertThat(shop.database.count("orders")).isZero();

    shop.group.use(TABLE);
    assertThat(shop.client.repeat(id, basket, "order", "pen")).isEqualTo(1);
    assertThat(shop.database.count("orders")).isEqualTo(1);
  }

  @Test
  void shouldChangeNeitherOfTwoSessionsWhenTheTableCannotBeOpened() throws Exception {
    String basket = shop.newBasket();
    failToOpen();

    assertThatThrownBy(() -> shop.client.call(basket, "note", "pen"))
        .isInstanceOf(RetryElsewhereException.class);

    assertThat(shop.client.call(basket, "addAndCountNotes", "pen")).isEqualTo(0);
  }

  @Test
  void shouldNotNeedTheTableForACallThatChangesOneSessionAlone() throws Exception {
    String basket = shop.newBasket();
    failToOpen();

    assertThat(shop.client.call(basket, "add", "pen")).isEqualTo(1);
    assertThat(shop.client.call(basket, "size")).isEqualTo(1);
  }
}
