package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.naming.NamingException;
import org.apache.openejb.BeanContext;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;
import org.g2cl.cmi.tomee.shop.Basket;
import org.g2cl.cmi.tomee.shop.Ledger;
import org.g2cl.cmi.tomee.shop.LedgerBean;
import org.g2cl.cmi.tomee.shop.OutOfStockException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every call is followed by a take-over, so that only what was replicated is seen. */
class TransactionsTest {
  private static BasketNode shop;
  private static EjbdClient ledgers;
  private static EjbdClient ownLedgers;
  private String ledger;
  private String own;

  @BeforeAll
  static void start() throws Exception {
    shop = new BasketNode();
    ledgers = new EjbdClient(shop.node.location(), "LedgerRemote", Ledger.class);
    ownLedgers = new EjbdClient(shop.node.location(), "OwnLedgerRemote", Ledger.class);
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  @BeforeEach
  void open() throws Exception {
    shop.database.update("DELETE FROM orders");
    own = ownLedgers.create(EjbdClient.newId());
    ledger = ledgers.create(EjbdClient.newId());
    shop.memory().takeOverBeforeEachCall(true);
    LedgerBean.LIFE.clear();
  }

  private Object rows() throws Exception {
    return ledgers.call(ledger, "rows");
  }

  private Object events() throws Exception {
    return ledgers.call(ledger, "events");
  }

  @Test
  void shouldReplicateStateAndRowOfARequiredTransaction() throws Exception {
    assertThat(ledgers.call(ledger, "required", "a")).isEqualTo(1);
    assertThat(rows()).isEqualTo(List.of("a"));
    assertThat(shop.database.count("orders")).isEqualTo(1);
  }

  @Test
  void shouldReplicateWhatSessionSynchronizationDoesBeforeAndAfterTheCommit() throws Exception {
    ledgers.call(ledger, "required", "a");
    assertThat(events()).isEqualTo(List.of("begin", "before", "committed"));
  }

  @Test
  void shouldReplicateWhatSessionSynchronizationDoesAfterARollback() throws Exception {
    ledgers.call(ledger, "rollbackOnly", "a");
    assertThat(events()).isEqualTo(List.of("begin", "rolled back"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"addAfterwards", "addAfterTransaction"})
  void shouldReplicateWhatTheBeansOwnSynchronizationDoesAfterTheCommit(String method)
      throws Exception {
    String basket = shop.newBasket();
    shop.client.call(basket, method, "pen");
    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("pen"));
  }

  /** Else the state of each call would be written twice. */
  @ParameterizedTest
  @CsvSource({"order, false", "addAfterwards, true", "addAfterTransaction, true"})
  void shouldLookForSynchronizationsOfTheApplicationAlone(String method, boolean found)
      throws Exception {
    String basket = shop.newBasket();
    List<Boolean> seen = new CopyOnWriteArrayList<>();
    List<Integer> registered = new CopyOnWriteArrayList<>();
    shop.memory()
        .afterPrepare(
            1,
            () -> {
              Transaction current = Transactions.current();
              seen.add(LastSynchronization.applicationHasOne(current));
              registered.add(Transactions.interposedSynchronizations(current).orElseThrow().size());
            });

    shop.client.call(basket, method, "pen");

    assertThat(seen).containsExactly(found);
    assertThat(registered).as("with ours and the server's").allMatch(count -> count > 1);
  }

  /** Else the state of each call would be written twice. */
  @Test
  void shouldLookAgainAfterTheCommitOnlyWhereTheBeanIsCalledThen() {
    assertThat(bean("Ledger").hasAfterCompletion()).isTrue();
    assertThat(bean("Basket").hasAfterCompletion()).isFalse();
  }

  private static ReplicatedBean bean(String name) {
    BeanContext context =
        SystemInstance.get().getComponent(ContainerSystem.class).getBeanContext(name);
    return new ReplicatedBean(
        context, ReplicatedBean.Rules.defaults(new GraphUse(false, new MemoryGroup())));
  }

  @Test
  void shouldReplicateANewTransaction() throws Exception {
    assertThat(ledgers.call(ledger, "requiresNew", "a")).isEqualTo(1);
    assertThat(rows()).isEqualTo(List.of("a"));
    assertThat(shop.database.count("orders")).isEqualTo(1);
  }

  @Test
  void shouldKeepTheRowOfAnotherBeansNewTransactionWhenTheCallsOwnIsRolledBack() throws Exception {
    assertThat(ledgers.call(ledger, "requiresNewOfAnother", "a")).isEqualTo(1);
    assertThat(shop.database.count("orders")).isEqualTo(1);
    assertThat(rows()).as("fields are not rolled back").isEqualTo(List.of("a"));
  }

  @Test
  void shouldReplicateACallOutsideOfTransactions() throws Exception {
    assertThat(ledgers.call(ledger, "notSupported", "a")).isEqualTo(1);
    assertThat(rows()).isEqualTo(List.of("a"));
    assertThat(shop.database.count("orders")).isEqualTo(1);
  }

  /** As the stock container does; the session is in that transaction, and the thread in it. */
  @Test
  void shouldLetASessionInACallersTransactionCallItselfOutsideOfThat() throws Exception {
    Basket basket = local();
    var manager = SystemInstance.get().getComponent(TransactionManager.class);
    manager.begin();
    try {
      basket.add("pen");
      basket.addAroundCallsOfMyself("cup");
    } finally {
      manager.commit();
    }
    assertThat(basket.items()).containsExactly("pen", "cup", "cup", "cup", "cup", "cup");
  }

  @SuppressWarnings("BanJNDI") // a name of the server's, in this JVM
  private static Basket local() throws NamingException {
    return (Basket)
        SystemInstance.get()
            .getComponent(ContainerSystem.class)
            .getJNDIContext()
            .lookup("openejb/local/BasketRemote");
  }

  @Test
  void shouldAnswerTheSameAndWriteNoRowWhenTheBeanMarksItsTransactionForRollback()
      throws Exception {
    String id = EjbdClient.newId();
    assertThat(ledgers.repeat(id, ledger, "rollbackOnly", "a")).isEqualTo(1);
    assertThat(ledgers.repeat(id, ledger, "rollbackOnly", "a")).isEqualTo(1);
    assertThat(shop.database.count("orders")).isZero();
    assertThat(rows()).as("fields are not rolled back").isEqualTo(List.of("a"));
  }

  @Test
  void shouldAnswerTheSameExceptionWhenItRollsBack() throws Exception {
    String id = EjbdClient.newId();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> ledgers.repeat(id, ledger, "rollbackByException", "a"))
          .isInstanceOf(OutOfStockException.class);
    }
    assertThat(shop.database.count("orders")).isZero();
    assertThat(rows()).isEqualTo(List.of("a"));
  }

  @Test
  void shouldAnswerTheSameExceptionWhenTheBeanLetsNoTransactionBegin() throws Exception {
    String id = EjbdClient.newId();
    LedgerBean.refusesToBegin = true;
    try {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> ledgers.repeat(id, ledger, "required", "a"))
            .as("attempt %d", i + 1)
            .isInstanceOf(RemoteException.class)
            .rootCause()
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("meant by the test");
      }
    } finally {
      LedgerBean.refusesToBegin = false;
    }
    assertThat(shop.database.count("orders")).isZero();
  }

  @Test
  void shouldReplicateTransactionsOfTheBeansOwn() throws Exception {
    String id = EjbdClient.newId();
    assertThat(ownLedgers.repeat(id, own, "required", "a")).isEqualTo(1);
    assertThat(ownLedgers.repeat(id, own, "required", "a")).isEqualTo(1);
    assertThat(ownLedgers.call(own, "rollbackOnly", "b")).isEqualTo(2);
    assertThat(ownLedgers.call(own, "rows")).isEqualTo(List.of("a", "b"));
    assertThat(shop.database.count("orders")).isEqualTo(1);
  }

  @Test
  void shouldReplicateEachCallOfATransactionThatSpansSeveral() throws Exception {
    shop.memory().takeOverBeforeEachCall(false);
    assertThat(ownLedgers.call(own, "begin", "a")).isEqualTo(1);
    assertThat(shop.database.count("orders")).isZero();
    ownLedgers.call(own, "commit");
    assertThat(shop.database.count("orders")).isEqualTo(1);
    shop.memory().takeOverBeforeEachCall(true);
    assertThat(ownLedgers.call(own, "rows")).isEqualTo(List.of("a"));
  }

  @Test
  void shouldAskForTheBeansTimeoutAtCreation() {
    assertThat(shop.memory().lastTimeout()).isEqualTo(Duration.ofMinutes(7));
  }

  @Test
  void shouldActivateWhatWasBuiltFromBytesOnly() throws Exception {
    ledgers.call(ledger, "notSupported", "a");
    shop.memory().takeOverBeforeEachCall(false);
    ledgers.call(ledger, "notSupported", "b");
    assertThat(LedgerBean.LIFE).as("the live one").doesNotContain("activated [a]");
    shop.memory().takeOverBeforeEachCall(true);
    ledgers.call(ledger, "notSupported", "c");
    assertThat(LedgerBean.LIFE).contains("activated [a, b]");
  }

  @Test
  void shouldPassivateTheLeastRecentlyUsedWhenThereAreTooManyAndActivateItAgain() throws Exception {
    shop.memory().takeOverBeforeEachCall(false);
    ledgers.call(ledger, "notSupported", "a");
    for (int i = 0; i < BasketNode.CAPACITY; i++) {
      ledgers.create(EjbdClient.newId());
    }
    assertThat(LedgerBean.LIFE).contains("passivated [a]");
    assertThat(rows()).isEqualTo(List.of("a"));
    assertThat(LedgerBean.LIFE).contains("activated [a]");
  }

  @Test
  void shouldPassivateTheInstanceWhoseStateWasPutIntoAFileAndActivateItAgain() throws Exception {
    shop.memory().takeOverBeforeEachCall(false);
    ledgers.call(ledger, "notSupported", "a");
    shop.memory().putAway(ledger);
    assertThat(LedgerBean.LIFE).containsExactly("passivated [a]");
    shop.memory().putAway(ledger);
    assertThat(rows()).isEqualTo(List.of("a"));
    assertThat(LedgerBean.LIFE).containsExactly("passivated [a]", "activated [a]");
  }

  @Test
  void shouldDestroyTheInstanceOnceWhenItIsRemovedAndItsRemovalRepeated() throws Exception {
    ledgers.call(ledger, "notSupported", "a");
    String id = EjbdClient.newId();
    ledgers.repeat(id, ledger, "close");
    ledgers.repeat(id, ledger, "close");
    assertThat(LedgerBean.LIFE.stream().filter("destroyed [a]"::equals)).hasSize(1);
    assertThat(shop.memory().holds(ledger)).isFalse();
    assertThatThrownBy(this::rows).isInstanceOf(NoSuchObjectException.class);
  }
}
