package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.EJBException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.rmi.RemoteException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.cmi.core.RetryElsewhereException;
import org.g2cl.cmi.tomee.shop.LateLedger;
import org.g2cl.cmi.tomee.shop.OutOfStockException;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.FencedException;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The basket calls its journal, a session of its own, and neither writes a row. */
class SessionsOfOneTransactionTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Synchronizations that one after the other register the next; nobody waits for so many. */
  private static final int MANY = 150;

  private static final String MARKERS = MarkerTable.TABLE;

  private static BasketNode shop;
  private static Recorder recorder;
  private static EjbdClient ledgers;
  private String basket;
  private String id;

  /** Writes markers as a node does, and fails where it is told to. */
  private static final class Recorder implements Replication.Markers {
    private final MarkerTable table = new MarkerTable(shop.database.source(), TIMEOUT);
    private Failure next = Failure.NONE;
    private int copiesBefore;
    private int untilSettleFails;

    enum Failure {
      NONE,
      REFUSED,
      READ_ONLY,
      LOST_CONNECTION,
      CRASH,
      LOST_COMMIT,
      NO_COMMIT
    }

    @Override
    public void record(SessionId session, RequestId request, long epoch)
        throws SQLException, PropagationException {
      copiesBefore = shop.memory().prepared();
      if (next == Failure.REFUSED) {
        throw new SQLException("connection refused");
      }
      if (next == Failure.READ_ONLY) {
        throw new SQLException("cannot execute INSERT in a read-only transaction", "25006");
      }
      if (next == Failure.LOST_CONNECTION) {
        throw new SQLException("terminated by its administrator", "57P01");
      }
      if (next == Failure.CRASH) {
        shop.memory().crash();
        throw new SQLException("dead");
      }
      if (next == Failure.LOST_COMMIT) {
        Transactions.registry().setRollbackOnly();
        try (var connection = shop.database.connection()) {
          table.record(connection, session, request, epoch);
        }
        return;
      }
      if (next == Failure.NO_COMMIT) {
        Transactions.registry().setRollbackOnly();
        return;
      }
      try (var connection = DataSources.named("shop").getConnection()) {
        table.record(connection, session, request, epoch);
      }
    }

    @Override
    public boolean settle(SessionId session, RequestId request, long epoch)
        throws PropagationException {
      if (untilSettleFails > 0 && --untilSettleFails == 0) {
        throw new PropagationException("the database does not answer");
      }
      return table.settle(session, request, epoch);
    }

    @Override
    public boolean bar(SessionId session, RequestId request, long epoch)
        throws PropagationException {
      return table.bar(session, request, epoch);
    }
  }

  @BeforeAll
  static void start() throws Exception {
    shop = new BasketNode();
    recorder = new Recorder();
    recorder.table.create();
    ledgers = new EjbdClient(shop.node.location(), "LateLedgerRemote", LateLedger.class);
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  @BeforeEach
  void open() throws Exception {
    shop.group.use(recorder);
    recorder.next = Recorder.Failure.NONE;
    shop.database.update("DELETE FROM " + MARKERS);
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

    assertThat(shop.database.count(MARKERS)).isEqualTo(2);
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

    assertThat(shop.database.count(MARKERS)).isZero();
    assertThat(shop.memory().lastUndecided()).isFalse();
  }

  @Test
  void shouldWriteNoMarkerWhenTheInnerCallHasATransactionOfItsOwn() throws Exception {
    assertThat(call("noteApart", "pen")).isEqualTo(1);

    assertThat(shop.database.count(MARKERS)).isZero();
  }

  @Test
  void shouldNotExecuteAnIdempotentCallAgainWhenItHasChangedAnotherSession() throws Exception {
    assertThat(call("noteOnly", "pen")).isEqualTo(1);
    assertThat(call("noteOnly", "pen")).isEqualTo(1);

    assertThat(shop.database.count(MARKERS)).isEqualTo(2);
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
    assertThat(shop.database.count(MARKERS)).isZero();
    assertThat(call("note", "pen")).isEqualTo(1);

    assertThat(items()).isEqualTo(List.of("pen"));
    assertThat(notes()).isEqualTo(1);
  }

  private static void refuseAdmission(int number) {
    shop.memory().failAdmission(number, new PropagationException("b was quicker to claim it"));
  }

  /** The bean ends with the exception, catches it, or has called another session before it. */
  @ParameterizedTest
  @CsvSource({"note, 2", "noteIfPossible, 2", "noteInTwo, 3", "noteOutsideTransaction, 2"})
  void shouldKeepNothingAndSendTheClientElsewhereWhenAnInnerCallIsRefused(
      String method, int refused) throws Exception {
    shop.group.use(recorder);
    refuseAdmission(refused);

    assertThatThrownBy(() -> call(method, "pen"))
        .isInstanceOf(RetryElsewhereException.class)
        .hasMessageContaining("b was quicker");
    assertThat(items()).isEmpty();
    assertThat(notes()).isEqualTo(0);
    assertThat(call("note", "ink")).as("sent again elsewhere").isEqualTo(1);
    assertThat(items()).isEqualTo(List.of("look", "ink"));
  }

  @Test
  void shouldKeepNothingOfTheOthersWhenAnInnerCallIsRefusedWithoutMarkers() throws Exception {
    shop.group.use(null);
    refuseAdmission(3);

    assertThatThrownBy(() -> call("noteInTwo", "pen")).isInstanceOf(RetryElsewhereException.class);
    assertThat(items()).isEmpty();
    assertThat(notes()).isEqualTo(0);
  }

  @Test
  void shouldGoOnWhenTheOwnTransactionOfAnInnerCallIsFenced() throws Exception {
    shop.memory().failNextPrepare(new FencedException("taken over by b"));

    assertThatThrownBy(() -> call("noteApart", "pen")).isInstanceOf(RetryElsewhereException.class);
    assertThat(call("noteApart", "pen")).as("sent again elsewhere").isEqualTo(1);
    assertThat(items()).isEqualTo(List.of("pen"));
  }

  @Test
  void shouldSendTheClientElsewhereWhenTheConnectionOfTheMarkersIsLost() throws Exception {
    recorder.next = Recorder.Failure.LOST_CONNECTION;

    assertThatThrownBy(() -> call("note", "pen"))
        .isInstanceOf(RetryElsewhereException.class)
        .hasMessageContaining("its marker cannot be written: terminated by its administrator");
    recorder.next = Recorder.Failure.NONE;

    assertThat(call("note", "pen")).as("sent again").isEqualTo(1);
    assertThat(items()).isEqualTo(List.of("pen"));
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void shouldKeepNothingOfBothAndSayWhyWhenNoMarkerCanBeWritten() throws Exception {
    recorder.next = Recorder.Failure.REFUSED;

    assertThatThrownBy(() -> call("note", "pen"))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("that the container's Markers names: connection refused")
        .hasMessageContaining("each session that it changed goes on with its state of before")
        .hasMessageContaining("See that the database can be reached, then call again");
    recorder.next = Recorder.Failure.NONE;

    assertThat(items()).isEmpty();
    assertThat(notes()).isEqualTo(0);
  }

  @Test
  void shouldSayWhatToChangeWhenTheTransactionIsReadOnly() throws Exception {
    recorder.next = Recorder.Failure.READ_ONLY;

    assertThatThrownBy(() -> call("note", "pen"))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("do not set it read-only, or read outside of a transaction")
        .message()
        .doesNotContain("can be reached");
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

    assertThat(shop.database.count(MARKERS)).isZero();
    assertThat(items()).isEqualTo(List.of("pen"));
    assertThat(notes()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldCountNeitherWhenTheOutcomeOfOneCannotBeReadAndChangeBothOnceWhenTheCallIsSentAgain(
      int unread) throws Exception {
    recorder.next = Recorder.Failure.NO_COMMIT;
    recorder.untilSettleFails = unread;

    assertThatThrownBy(() -> call("note", "pen"))
        .isInstanceOf(RetryElsewhereException.class)
        .hasMessageContaining("does not answer");
    recorder.next = Recorder.Failure.NONE;
    shop.memory().takeOver(recorder);

    assertThat(call("note", "pen")).isEqualTo(1);
    assertThat(items()).isEqualTo(List.of("pen"));
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void shouldKeepTheFieldsOfBothWhenTheMarkersSayThatNoCommitHolds() throws Exception {
    recorder.next = Recorder.Failure.NO_COMMIT;

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> call("note", "pen")).isNotInstanceOf(RetryElsewhereException.class);
    }

    assertThat(items()).isEqualTo(List.of("pen"));
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void shouldKeepTheInstanceOfASessionThatWasOnlyReadWhenAnotherCannotBeSent() throws Exception {
    call("addAndCountNotes", "ink");
    id = EjbdClient.newId();
    shop.memory().failNextPrepare(new FencedException("taken over by b"));

    String log =
        logged(
            () ->
                assertThatThrownBy(() -> call("addAndCountNotes", "pen"))
                    .isInstanceOf(RetryElsewhereException.class));

    assertThat(log).doesNotContain("the instance is given up");
  }

  @Test
  void shouldAnswerTheRetryAsTheCallWhenItsReplyWasSentWithoutMarkersBeforeARollback()
      throws Exception {
    shop.group.use(null);
    shop.memory().afterPrepare(2, () -> Transactions.registry().setRollbackOnly());

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> call("noteOnly", "pen")).hasMessageContaining("rolled back");
    }

    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void shouldWriteAMarkerOfASessionThatJoinsWhenTheOtherOneHasBeenSent() throws Exception {
    String ledger = ledgers.create(EjbdClient.newId());

    String log = logged(() -> ledgers.call(ledger, "journalBySynchronizations", "pen", MANY));

    assertThat(shop.database.count(MARKERS)).isEqualTo(1);
    assertThat(shop.memory().lastUndecided()).isTrue();
    assertThat(log).contains("LateLedger: its state was sent when its transaction was about to");
  }

  @Test
  void shouldNotExecuteAnIdempotentCallAgainWhenASessionThatJoinsLateIsChanged() throws Exception {
    String ledger = ledgers.create(EjbdClient.newId());
    int before = shop.memory().executed();

    for (int i = 0; i < 2; i++) {
      assertThat(ledgers.repeat(id, ledger, "journalOnlyBySynchronizations", "pen", MANY))
          .isEqualTo(0);
    }

    assertThat(shop.memory().executed() - before).as("ledger and journal").isEqualTo(2);
    assertThat(shop.database.count(MARKERS)).isEqualTo(2);
  }

  @Test
  void shouldTellTheRollbackWhenASessionThatJoinsLateCannotBeSent() throws Exception {
    String ledger = ledgers.create(EjbdClient.newId());
    shop.memory().failPrepare(2, new FencedException("taken over by b"));

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> ledgers.repeat(id, ledger, "journalBySynchronizations", "pen", MANY))
          .hasMessageContaining("rolled back");
    }
  }

  @Test
  void shouldFreeTheInnerSessionWhenAnErrorBreaksTheCommit() throws Exception {
    String ledger = ledgers.create(EjbdClient.newId());

    assertThatThrownBy(() -> ledgers.call(ledger, "journalThenBreak", "pen"))
        .isInstanceOf(RemoteException.class);

    assertThat(ledgers.call(ledger, "afterJournal", "ink", 0)).isEqualTo(1);
  }

  @Test
  void shouldRollBackTheCallersChangeWhenTheContainerCouldNotFinishTheInnerCall() throws Exception {
    TransactionManager manager = SystemInstance.get().getComponent(TransactionManager.class);
    manager.begin();
    OpenCall outer = callerOfAbandoned(manager.getTransaction());

    assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);

    assertThat(outer.failure().orElseThrow()).hasMessage("the container failed");
    assertThat(shop.database.count(MARKERS)).isZero();
  }

  @Test
  void shouldSendTheCallersChangeBeforeTheCommitWhenThereAreNoMarkersAndTheInnerCallHasFailed()
      throws Exception {
    shop.group.use(null);
    TransactionManager manager = SystemInstance.get().getComponent(TransactionManager.class);
    int before = shop.memory().prepared();
    manager.begin();
    OpenCall outer = callerOfAbandoned(manager.getTransaction());

    manager.commit();

    assertThat(outer.failure()).isEmpty();
    assertThat(shop.memory().prepared() - before).isEqualTo(1);
  }

  private static OpenCall callerOfAbandoned(Transaction transaction) throws Exception {
    var end = new CallEnd(shop.group, new LiveInstances(1, TIMEOUT));
    OpenCall outer = newCall();
    OpenCall inner = newCall();
    end.decideBy(transaction, inner);
    end.abandon(inner, new StackOverflowError());
    end.decideBy(transaction, outer);
    return outer;
  }

  /** Call that removes its session. */
  private static OpenCall newCall() throws Exception {
    var session = new SessionId(EjbdClient.newId());
    var granted =
        (Admission.Granted) shop.memory().admitCreation(session, "any", TIMEOUT, Optional.empty());
    return new OpenCall(granted.call(), bean(), Trails.ofHeap(), OpenCall.Repetition.NONE, 0);
  }

  private static ReplicatedBean bean() {
    ContainerSystem server = SystemInstance.get().getComponent(ContainerSystem.class);
    return new ReplicatedBean(
        server.getBeanContext("Basket"),
        ReplicatedBean.Rules.defaults(new GraphUse(false, shop.group)));
  }

  private interface Work {
    void run() throws Exception;
  }

  private static String logged(Work work) throws Exception {
    var output = new ByteArrayOutputStream();
    PrintStream before = System.err;
    try (var log = new PrintStream(output, true, StandardCharsets.UTF_8)) {
      System.setErr(log);
      work.run();
    } finally {
      System.setErr(before);
    }
    return output.toString(StandardCharsets.UTF_8);
  }
}
