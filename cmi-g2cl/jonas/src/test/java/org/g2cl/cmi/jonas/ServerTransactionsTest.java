package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.NameNotFoundException;
import javax.transaction.Status;
import javax.transaction.Transaction;
import javax.transaction.TransactionManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server of which nobody tells the transaction manager: no JOTM is on this class path. */
class ServerTransactionsTest {
  private static final AtomicInteger LOOK_UPS = new AtomicInteger();
  private static final AtomicInteger ROLLED_BACK = new AtomicInteger();
  private static volatile TransactionManager bound;

  private final Naming naming = Naming.of(ServerTransactionsTest::find);
  private final LogLines log = new LogLines(ServerTransactions.class);

  /** Knows a transaction manager when one is bound. */
  private static Object find(String name) throws NameNotFoundException {
    LOOK_UPS.incrementAndGet();
    if (bound == null) {
      throw new NameNotFoundException(name);
    }
    return bound;
  }

  @BeforeEach
  void start() {
    LOOK_UPS.set(0);
    ROLLED_BACK.set(0);
    bound = null;
  }

  @AfterEach
  void stop() {
    naming.close();
    log.close();
  }

  private static <T> T stub(Class<T> type, Object transaction) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (method.getName().equals("setRollbackOnly")) {
                ROLLED_BACK.incrementAndGet();
              }
              return switch (method.getName()) {
                case "getTransaction" -> transaction;
                case "getStatus" -> Status.STATUS_ACTIVE;
                default -> null;
              };
            }));
  }

  @Test
  void shouldSayOnceThatThereIsNoTransactionManagerAndNotLookForOneAtEachCall() {
    ServerTransactions transactions = new ServerTransactions();
    for (int call = 0; call < 100; call++) {
      assertThat(transactions.current()).isNull();
      assertThat(transactions.hasResources()).isFalse();
      assertThat(transactions.rollBack()).isFalse();
    }
    assertThat(LOOK_UPS).as("one for each of two names").hasValue(2);
    assertThat(log.lines())
        .singleElement()
        .asString()
        .contains("no transaction manager is found")
        .contains("org.objectweb.jotm.Current")
        .contains("javax.transaction.TransactionManager, java:/TransactionManager")
        .contains("without markers")
        .contains("cannot be rolled back")
        .contains("every 10 seconds")
        .contains("setTransactionManager of G2clHaService");
  }

  @Test
  void shouldFindTransactionManagerThatComesLaterAndLookForNoOtherThen() {
    ServerTransactions transactions = new ServerTransactions(Duration.ZERO);
    assertThat(transactions.current()).isNull();
    assertThat(transactions.current()).isNull();
    Transaction transaction = stub(Transaction.class, null);
    bound = stub(TransactionManager.class, transaction);
    assertThat(transactions.current()).isSameAs(transaction);
    assertThat(LOOK_UPS).hasValue(5);
    assertThat(transactions.hasResources()).as("assumed of one that is not JOTM's").isTrue();
    assertThat(transactions.rollBack()).isTrue();
    assertThat(ROLLED_BACK).hasValue(1);
    assertThat(LOOK_UPS).hasValue(5);
    assertThat(log.lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("no transaction manager is found"),
            line -> assertThat(line).contains("is found now"));
  }

  @Test
  void shouldUseTransactionManagerThatIsGiven() {
    ServerTransactions transactions = new ServerTransactions();
    Transaction transaction = stub(Transaction.class, null);
    transactions.use(stub(TransactionManager.class, transaction));
    assertThat(transactions.current()).isSameAs(transaction);
    assertThat(LOOK_UPS).hasValue(0);
    assertThat(log.lines()).isEmpty();
  }
}
