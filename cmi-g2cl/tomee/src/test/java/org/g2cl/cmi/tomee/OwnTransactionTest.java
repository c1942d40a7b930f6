package org.g2cl.cmi.tomee;

import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.openejb.core.stateful.Instance;
import org.apache.openejb.core.stateful.StatefulContainer;
import org.apache.openejb.core.transaction.BeanTransactionPolicy.SuspendedTransaction;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;
import org.g2cl.cmi.core.RetryElsewhereException;
import org.g2cl.cmi.tomee.shop.Gate;
import org.g2cl.cmi.tomee.shop.Ledger;
import org.g2cl.propagation.FencedException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Sessions whose bean has left a transaction of its own open when its call returned: the stock
 * container keeps the instance out then, and asks for no other one.
 */
class OwnTransactionTest {
  /** Of sessions of the brief ledger: they are over at once where it is taken off. */
  private static final Duration LIFETIME = Duration.ofSeconds(1);

  private static BasketNode shop;
  private static EjbdClient ledgers;
  private String ledger;

  @BeforeAll
  static void start() throws Exception {
    shop = new BasketNode();
    ledgers = new EjbdClient(shop.node.location(), "OwnLedgerRemote", Ledger.class);
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  @BeforeEach
  void begin() throws Exception {
    shop.database.update("DELETE FROM orders");
    ledger = ledgers.create(EjbdClient.newId());
    ledgers.call(ledger, "begin", "a");
  }

  private static Object rows(String session) throws Exception {
    return ledgers.call(session, "rows");
  }

  @Test
  void shouldGoOnWithTheInstanceWhileNobodyElseHasTheSession() throws Exception {
    for (int i = 0; i <= BasketNode.CAPACITY; i++) {
      ledgers.create(EjbdClient.newId());
    }
    shop.memory().putAway(ledger);
    assertThat(ledgers.call(ledger, "notSupported", "b")).isEqualTo(2);

    ledgers.call(ledger, "commit");

    assertThat(shop.database.count("orders")).isEqualTo(2);
    assertThat(rows(ledger)).isEqualTo(List.of("a", "b"));
  }

  @Test
  void shouldGoOnFromTheStateThatAnotherMemberHasMadeMeanwhile() throws Exception {
    goOnElsewhere();

    assertThat(rows(ledger)).isEqualTo(List.of("a", "b of another"));
    assertThat(ledgers.call(ledger, "required", "c")).isEqualTo(3);
    assertThat(rows(ledger)).isEqualTo(List.of("a", "b of another", "c"));
  }

  @Test
  void shouldRollBackTheTransactionOfAnInstanceThatIsNotGoneOnWith() throws Exception {
    goOnElsewhere();

    assertThat(ledgers.call(ledger, "required", "c")).isEqualTo(3);

    assertThat(shop.database.count("orders")).as("c and nothing of before").isEqualTo(1);
  }

  /** As when a client that had moved on comes back. */
  private void goOnElsewhere() throws Exception {
    String other = ledgers.create(EjbdClient.newId());
    ledgers.call(other, "required", "a");
    ledgers.call(other, "required", "b of another");
    shop.memory().replaceState(ledger, shop.memory().state(other));
    shop.database.update("DELETE FROM orders WHERE item LIKE '%another' OR item = 'a'");
  }

  @Test
  void shouldLeaveTheSessionFreeWhenThatTransactionCannotBeRolledBack() throws Exception {
    keptInstance(ledger)
        .setBeanTransaction(
            () -> {
              throw new IllegalStateException("meant by the test");
            });
    goOnElsewhere();
    assertThatThrownBy(() -> rows(ledger)).hasStackTraceContaining("meant by the test");

    assertThat(rows(ledger)).isEqualTo(List.of("a", "b of another"));
  }

  private static Instance keptInstance(String session) {
    return KeptInstances.of(container()).get(session);
  }

  private static StatefulContainer container() {
    return (StatefulContainer)
        SystemInstance.get().getComponent(ContainerSystem.class).getContainer("ReplicatedStateful");
  }

  @Test
  void shouldGoOnWithTheStateOfBeforeWhenACallIsRefused() throws Exception {
    shop.memory().failNextPrepare(new FencedException("taken over by b"));
    assertThatThrownBy(() -> ledgers.call(ledger, "notSupported", "lost"))
        .isInstanceOf(RetryElsewhereException.class);

    assertThat(rows(ledger)).isEqualTo(List.of("a"));
  }

  @Test
  void shouldReplicateWhatIsDoneAfterACallWasRefused() throws Exception {
    shop.memory().failNextPrepare(new FencedException("taken over by b"));
    assertThatThrownBy(() -> ledgers.call(ledger, "notSupported", "lost"))
        .isInstanceOf(RetryElsewhereException.class);
    String id = EjbdClient.newId();

    assertThat(ledgers.repeat(id, ledger, "required", "c")).isEqualTo(2);

    assertThat(shop.memory().reply(ledger, id)).as("stored reply").isNotNull();
    shop.memory().takeOverBeforeEachCall(true);
    try {
      assertThat(rows(ledger)).isEqualTo(List.of("a", "c"));
    } finally {
      shop.memory().takeOverBeforeEachCall(false);
    }
  }

  @Test
  void shouldRollBackTheTransactionOfASessionThatIsOver() throws Exception {
    var briefs = new EjbdClient(shop.node.location(), "BriefLedgerRemote", Ledger.class);
    int others = openTransactions();
    String abandoned = briefs.create(EjbdClient.newId());
    briefs.call(abandoned, "begin", "a");
    assertThat(openTransactions()).isEqualTo(others + 1);

    await().atMost(1, MINUTES).until(() -> openTransactions() == others);

    assertThat(rows(ledger)).as("of one that is not").isEqualTo(List.of("a"));
    ledgers.call(ledger, "commit");
    assertThat(shop.database.count("orders")).isEqualTo(1);
  }

  @Test
  void shouldLeaveATransactionToACallThatComesWhileAnotherOneIsRolledBack() throws Exception {
    var briefs = new EjbdClient(shop.node.location(), "BriefLedgerRemote", Ledger.class);
    String slow = briefs.create(EjbdClient.newId());
    briefs.call(slow, "begin", "slow");
    String called = briefs.create(EjbdClient.newId());
    briefs.call(called, "begin", "a");
    rollBackSlowly(keptInstance(slow));
    var live = (LiveInstances) container().getCache();
    CompletableFuture<Void> look =
        CompletableFuture.runAsync(() -> live.giveUpAbandoned(LIFETIME.negated()));
    Gate.awaitVisitor();
    shop.memory()
        .afterPrepare(
            1,
            () -> {
              Gate.open();
              look.orTimeout(20, SECONDS).join();
            });

    assertThat(briefs.call(called, "notSupported", "b")).isEqualTo(2);
    briefs.call(called, "commit");

    assertThat(shop.database.count("orders")).as("a and b").isEqualTo(2);
  }

  private static void rollBackSlowly(Instance kept) {
    SuspendedTransaction open = kept.getBeanTransaction();
    kept.setBeanTransaction(
        () -> {
          Gate.await();
          open.destroy();
        });
  }

  private static int openTransactions() throws Exception {
    return shop.database.count("INFORMATION_SCHEMA.SESSIONS WHERE CONTAINS_UNCOMMITTED");
  }
}
