package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.transaction.TransactionManager;
import java.util.List;
import javax.naming.NamingException;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;
import org.g2cl.cmi.tomee.shop.Basket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bean that leaves its thread interrupted. */
class InterruptedCallTest {
  private static BasketNode shop;

  @BeforeAll
  static void start() throws Exception {
    shop = new BasketNode();
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  @AfterEach
  @SuppressWarnings("ResultOfMethodCallIgnored")
  void goOn() {
    Thread.interrupted();
  }

  @ParameterizedTest
  @ValueSource(strings = {"addAndInterrupt", "addAndInterruptOutsideTransaction"})
  void shouldExecuteARemoteCallOnceAndAnswerItAndTheNextOnTheConnection(String method)
      throws Exception {
    String basket = shop.newBasket();
    String other = shop.newBasket();
    int before = shop.memory().executed();

    assertThat(shop.client.call(basket, method, "pen")).isEqualTo(1);
    assertThat(shop.client.call(other, "add", "ink")).as("of another session").isEqualTo(1);

    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("pen"));
    assertThat(shop.memory().executed() - before).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldShowItToALocalCallerAsTheStockContainerDoes(boolean inTransaction) throws Exception {
    Basket basket = local();

    int size =
        inTransaction
            ? basket.addAndInterrupt("pen")
            : basket.addAndInterruptOutsideTransaction("pen");

    assertThat(Thread.interrupted()).isTrue();
    assertThat(size).isEqualTo(1);
    assertThat(basket.items()).containsExactly("pen");
    assertThat(Thread.interrupted()).as("once").isFalse();
  }

  @Test
  void shouldCommitTheTransactionOfALocalCallerThatIsInterrupted() throws Exception {
    Basket basket = local();
    var transactions = SystemInstance.get().getComponent(TransactionManager.class);

    transactions.begin();
    basket.addAndInterrupt("pen");
    assertThat(Thread.currentThread().isInterrupted()).as("within it").isTrue();
    transactions.commit();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(basket.items()).containsExactly("pen");
  }

  @SuppressWarnings("BanJNDI") // a name of the server's, in this JVM
  private static Basket local() throws NamingException {
    return (Basket)
        SystemInstance.get()
            .getComponent(ContainerSystem.class)
            .getJNDIContext()
            .lookup("openejb/local/BasketRemote");
  }
}
