package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.EJBException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.cmi.core.RetryElsewhereException;
import org.g2cl.cmi.tomee.shop.OutOfStockException;
import org.g2cl.propagation.FencedException;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The basket calls its journal, a session of its own, and neither writes a row. */
class SessionsOfOneTransactionTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final String MARKERS = MarkerTable.TABLE;

  private static BasketNode shop;
  private static Recorder recorder;
  private String basket;
  private String id;

  /** Writes markers as a node does, and fails where it is told to. */
  private static final class Recorder implements Replication.Markers {
    private final MarkerTable table = new MarkerTable(shop.source(), TIMEOUT);
    private Failure next = Failure.NONE;
    private int copiesBefore;

    enum Failure {
      NONE,
      REFUSED,
      CRASH,
      LOST_COMMIT
    }

    @Override
    public void record(SessionId session, RequestId request, long epoch)
        throws SQLException, PropagationException {
      copiesBefore = shop.memory().prepared();
      if (next == Failure.REFUSED) {
        throw new SQLException("connection refused");
      }
      if (next == Failure.CRASH) {
        shop.memory().crash();
        throw new SQLException("dead");
      }
      if (next == Failure.LOST_COMMIT) {
        Transactions.registry().setRollbackOnly();
        try (var connection = shop.connection()) {
          table.record(connection, session, request, epoch);
        }
        return;
      }
      try (var connection = EmbeddedServer.dataSource("shop").getConnection()) {
        table.record(connection, session, request, epoch);
      }
    }

    @Override
    public boolean settle(SessionId session, RequestId request, long epoch)
        throws PropagationException {
      return table.settle(session, request, epoch);
    }
  }

  @BeforeAll
  static void start() throws Exception {
    shop = new BasketNode();
    recorder = new Recorder();
    recorder.table.create();
    shop.group.use(recorder);
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  @BeforeEach
  void open() throws Exception {
    recorder.next = Recorder.Failure.NONE;
    shop.update("DELETE FROM " + MARKERS);
    basket = shop.newBasket();
    id = EjbdClient.newId();
  }

  private Object call(String method, Object... arguments) throws Exception {
    return shop.client.repeat(id, basket, method, arguments);
  }

  private List<?> items() throws Exception {
    return (List<?>) shop.client.call(basket, "items");
  }

  private Object notes() throws Exception {
    return shop.client.call(basket, "addAndCountNotes", "look");
  }

  @Test
  void shouldWriteAMarkerOfEachSessionWhenOneTransactionChangesTwo() throws Exception {
    assertThat(call("note", "pen")).isEqualTo(1);

    assertThat(shop.count(MARKERS)).isEqualTo(2);
    assertThat(shop.memory().lastUndecided()).isTrue();
    assertThat(items()).isEqualTo(List.of("pen"));
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void shouldWriteTheMarkersWhenAllCopiesAreMade() throws Exception {
    int before = shop.memory().prepared();

    recorder.next = Recorder.Failure.REFUSED; // the first one ends it
    assertThatThrownBy(() -> call("note", "pen")).isInstanceOf(EJBException.class);

    assertThat(recorder.copiesBefore - before).isEqualTo(2);
  }

  @Test
  void shouldWriteNoMarkerWhenOneSessionOfTheTransactionIsChanged() throws Exception {
    assertThat(call("addAndCountNotes", "pen")).isEqualTo(0);

    assertThat(shop.count(MARKERS)).isZero();
    assertThat(shop.memory().lastUndecided()).isFalse();
  }

  @Test
  void shouldWriteNoMarkerWhenTheInnerCallHasATransactionOfItsOwn() throws Exception {
    assertThat(call("noteApart", "pen")).isEqualTo(1);

    assertThat(shop.count(MARKERS)).isZero();
  }

  @Test
  void shouldNotExecuteAnIdempotentCallAgainWhenItHasChangedAnotherSession() throws Exception {
    assertThat(call("noteOnly", "pen")).isEqualTo(1);
    assertThat(call("noteOnly", "pen")).isEqualTo(1);

    assertThat(shop.count(MARKERS)).isEqualTo(2);
    assertThat(notes()).isEqualTo(1);
  }

  private enum Crash {
    BEFORE_THE_FIRST_COPY,
    BETWEEN_THE_COPIES,
    BEFORE_THE_MARKERS,
    AFTER_THE_COMMIT;

    void prepare() {
      switch (this) {
        case BEFORE_THE_FIRST_COPY -> shop.memory().crashAtPrepare(1);
        case BETWEEN_THE_COPIES -> shop.memory().crashAtPrepare(2);
        case BEFORE_THE_MARKERS -> recorder.next = Recorder.Failure.CRASH;
        case AFTER_THE_COMMIT -> shop.memory().crashAtCommit();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldChangeBothSessionsOnceWhenTheServerDiesAndTheCallIsSentAgain(Crash crash)
      throws Exception {
    crash.prepare();
    int executed = shop.memory().executed();
    try {
      call("note", "pen");
    } catch (Exception unheard) {
      // the dead server's answer
    }
    recorder.next = Recorder.Failure.NONE;
    shop.memory().takeOver(recorder);

    assertThat(call("note", "pen")).isEqualTo(1);

    assertThat(shop.memory().executed() - executed)
        .as("calls executed")
        .isEqualTo(crash == Crash.AFTER_THE_COMMIT ? 2 : 4);
    assertThat(items()).isEqualTo(List.of("pen"));
    assertThat(notes()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldKeepNothingOfBothWhenOneIsFencedAndDoAllWhenTheCallIsSentAgain(int fenced)
      throws Exception {
    shop.memory().failPrepare(fenced, new FencedException("taken over by b"));

    assertThatThrownBy(() -> call("note", "pen"))
        .isInstanceOf(RetryElsewhereException.class)
        .hasMessageContaining("taken over by b");
    assertThat(shop.count(MARKERS)).isZero();
    assertThat(call("note", "pen")).isEqualTo(1);

    assertThat(items()).isEqualTo(List.of("pen"));
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void shouldKeepNothingOfBothAndSayWhyWhenNoMarkerCanBeWritten() throws Exception {
    recorder.next = Recorder.Failure.REFUSED;

    assertThatThrownBy(() -> call("note", "pen"))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("that the container's Markers names: connection refused")
        .hasMessageContaining("each session that it changed goes on with its state of before");
    recorder.next = Recorder.Failure.NONE;

    assertThat(items()).isEmpty();
    assertThat(notes()).isEqualTo(0);
  }

  @Test
  void shouldKeepBothWhenTheMarkersSayThatALostCommitHolds() throws Exception {
    recorder.next = Recorder.Failure.LOST_COMMIT;

    assertThatThrownBy(() -> call("note", "pen"))
        .isInstanceOf(RetryElsewhereException.class)
        .hasMessageContaining("its reply is stored");
    recorder.next = Recorder.Failure.NONE;

    assertThat(call("note", "pen")).isEqualTo(1);
    assertThat(items()).isEqualTo(List.of("pen"));
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void shouldWriteNoMarkerAndKeepTheFieldsWhenTheBeanAsksForRollback() throws Exception {
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> call("noteThenRefuse", "pen"))
          .isInstanceOf(OutOfStockException.class);
    }

    assertThat(shop.count(MARKERS)).isZero();
    assertThat(items()).isEqualTo(List.of("pen"));
    assertThat(notes()).isEqualTo(1);
  }
}
